import { build } from "esbuild";

/**
 * A program with everything that it imports, as an application bundles it for browsers.
 *
 * @param conditions of exports, besides `import`. @default the sources of the packages
 * @throws Error with the messages of esbuild
 */
export async function bundle(source: string, resolveDir: string, conditions = ["@svc/source"]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions,
    logLevel: "silent",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
