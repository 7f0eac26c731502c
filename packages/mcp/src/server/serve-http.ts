import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";

/** A server on loopback. */
export interface HttpServer {
  /** Address of the endpoint. */
  readonly url: string;
  /** Ends it, and the connections that are open. */
  close(): Promise<void>;
}

/**
 * Serves streamable HTTP at `/mcp` of 127.0.0.1. Requests with another host or origin than loopback are refused: a page in a
 * browser could send them (DNS rebinding).
 */
export async function serveHttp(factory: McpServerFactory, port: number): Promise<HttpServer> {
  const handler = createMcpHandler(factory);
  const handle = toNodeHandler(handler);
  const isHost = localhostHostValidation();
  const isOrigin = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHost(request, response) || !isOrigin(request, response)) return;
    // Not by URL: it throws for what is no address.
    if (/^\/mcp(?:\?|$)/.test(request.url ?? "")) void handle(request as never, response as never);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
