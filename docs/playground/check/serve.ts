import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** The path under which the page lies: not the root, as on a site of projects. */
const PATH = "/some/project/playground/";

export interface Served {
  readonly url: string;
  /** Files that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Serves a folder on loopback under a path, and nothing else. */
export async function serve(folder: string): Promise<Served> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const name = pathname.slice(PATH.length) || "index.html";
    const isBelow = pathname.startsWith(PATH) && !name.includes("..");
    const body = isBelow ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
    asked.push(name);
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
