import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "../toolkit/bundle.ts";

/** Bytes of the client's main entry in a browser bundle, minified and compressed. */
export async function bundleSize(root: string): Promise<number> {
  const program = `import { createSvcClient } from "./src/index.ts"; console.log(createSvcClient());`;
  return gzipSync(await bundle(program, join(root, "packages/client")), { level: 9 }).length;
}
