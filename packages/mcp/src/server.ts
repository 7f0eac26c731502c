/**
 * A server of the Model Context Protocol whose tools are the operations of a document.
 *
 * @packageDocumentation
 */
export { createMcpServer } from "./server/create-server.ts";
export { runServer, type ServedClient, type ServedTools } from "./server/run-server.ts";
export { type HttpServer, serveHttp } from "./server/serve-http.ts";
