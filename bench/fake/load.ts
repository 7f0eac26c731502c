import { connect, type Socket } from "node:net";

/**
 * Sends requests over kept connections, one at a time on each, and returns how many were answered per second. Bare sockets:
 * a client of Node.js' own costs more per request than the servers that are to be compared, and would be what is measured.
 */
export async function requestsPerSecond(
  url: string,
  { total, connections }: { total: number; connections: number },
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const request = Buffer.from(
    `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer token\r\naccept: application/json\r\n\r\n`,
  );
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  let sent = 0;
  const begin = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      const exchange = exchanges(socket, url);
      while (sent++ < total) await exchange(request);
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const socket of sockets) socket.destroy();
  return total / seconds;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends a request on a connection and waits for the whole answer. */
function exchanges(socket: Socket, url: string): (request: Buffer) => Promise<void> {
  let received = "";
  let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (piece: string) => {
    received += piece;
    if (!isWhole(received)) return;
    const isGood = received.startsWith("HTTP/1.1 200 ");
    const line = received.slice(0, received.indexOf("\r\n"));
    received = "";
    if (isGood) waiting?.resolve();
    else waiting?.reject(new Error(`${url}: ${line}`));
  });
  socket.on("close", () => waiting?.reject(new Error(`${url}: the connection was closed.`)));
  return (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(request);
    });
}

/** Whether an answer is there to its end: by its length, or by its last chunk. */
function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1];
  return length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= end + 4 + Number(length);
}
