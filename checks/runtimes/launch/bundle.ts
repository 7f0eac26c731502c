import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a module of the suite with the packed packages into one ES module, as those who deploy it do. */
export async function bundle(project: string, entry: string, conditions: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(project, "suite", entry)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
