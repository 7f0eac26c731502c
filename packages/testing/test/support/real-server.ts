import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on loopback that answers `real`: what a request reaches that goes past a fake. */
export interface RealServer {
  readonly url: string;
  close(): void;
}

/** Starts one. @param onRequest is told of each request */
export async function startRealServer(onRequest: (request: IncomingMessage) => void = () => {}): Promise<RealServer> {
  const server = createServer((request, response) => {
    onRequest(request);
    response.end("real");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
