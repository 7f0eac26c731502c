import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A registry on loopback, in memory. */
export interface Registry {
  /** Its address, with a slash at the end. */
  readonly url: string;
  close(): void;
}

/** The record of a package: npm sends it to publish, and reads it to install. */
interface Packument {
  readonly name: string;
  readonly versions: { readonly [version: string]: { readonly dist: { tarball: string } } };
  readonly "dist-tags": { readonly [tag: string]: string };
  readonly _attachments?: { readonly [file: string]: { readonly data: string } };
}

/**
 * Starts a registry that knows nothing but what is published to it: enough of the protocol for `npm publish`, `npm view` and
 * `npm install`.
 *
 * @see https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md
 */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).slice(1);
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.method === "PUT") {
      const published = await readBody(request);
      const before = packages.get(path);
      for (const [file, { data }] of Object.entries(published._attachments ?? {}))
        tarballs.set(`${path}/-/${file}`, Buffer.from(data, "base64"));
      packages.set(path, { ...merge(before, published), name: path });
      return answer(201, { ok: true });
    }
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return response.writeHead(200).end(tarball);
    const found = packages.get(path);
    return found === undefined ? answer(404, { error: "not found" }) : answer(200, found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Packument> {
  return JSON.parse(await text(request)) as Packument;
}

function merge(before: Packument | undefined, { name, versions, ...now }: Packument): Packument {
  return {
    name,
    versions: { ...before?.versions, ...versions },
    "dist-tags": { ...before?.["dist-tags"], ...now["dist-tags"] },
  };
}
