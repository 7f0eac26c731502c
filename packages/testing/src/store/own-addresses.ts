import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import { createFileStore, type FileStore } from "./files.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";
import { createUploadAddresses, type UploadAddresses } from "./upload-addresses.ts";

/** Addresses of a fake that are no operations: its token endpoint, files to download, and where files are sent. */
export interface OwnAddresses {
  readonly tokens: ReturnType<typeof createTokenEndpoint>;
  readonly files: FileStore;
  readonly uploads: UploadAddresses;
  /** Undefined: the request is for none of them. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  clear(): void;
}

/** @param random numbers in [0, 1), for signatures */
export function createOwnAddresses(tokenPaths: ReadonlySet<string>, random: () => number): OwnAddresses {
  const tokens = createTokenEndpoint();
  const files = createFileStore();
  const uploads = createUploadAddresses(random);
  return {
    tokens,
    files,
    uploads,
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      if (request.method === "POST" && tokenPaths.has(path)) return tokens.respond(request, now);
      return files.serve(request, now) ?? uploads.serve(request, now);
    },
    clear() {
      files.clear();
      uploads.clear();
      tokens.clear();
    },
  };
}
