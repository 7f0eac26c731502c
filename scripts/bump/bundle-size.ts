import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes of the client's main entry in a browser bundle, minified and compressed. */
export async function bundleSize(root: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createSvcClient } from "./src/index.ts"; console.log(createSvcClient());`,
      resolveDir: join(root, "packages/client"),
      loader: "ts",
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@svc/source"],
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}
