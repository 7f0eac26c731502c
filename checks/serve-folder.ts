import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A folder as a plain static host serves it: files, `index.html` of folders, and `404.html`. */
export interface StaticServer {
  /** Without a slash at its end. */
  readonly url: string;
  close(): void;
}

/** Serves a folder on loopback, below `base`. */
export async function serveFolder(folder: string, base: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const wanted = join(folder, path.slice(base.length), path.endsWith("/") ? "index.html" : "");
    const isThere = path.startsWith(base) && existsSync(wanted) && statSync(wanted).isFile();
    const file = isThere ? wanted : join(folder, "404.html");
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}${base.replace(/\/$/, "")}`, close };
}
