import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server on loopback that takes longer. */
export interface TcpProxy {
  readonly port: number;
  /** Pieces of data that are held up. */
  readonly held: number;
  close(): Promise<void>;
}

/** Passes everything on, in order, when `delay` calls back. */
export async function startTcpProxy(target: number, delay: (pass: () => void) => void): Promise<TcpProxy> {
  let held = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        held++;
        delay(() => {
          held--;
          to.write(chunk);
        });
      });
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get held() {
      return held;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
