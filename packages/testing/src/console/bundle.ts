import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type OutputFile, type Plugin } from "esbuild";

/** A part of a bundle that is made otherwise. */
export type BundlePlugin = Plugin;

/** Bundles code for browsers. @param options entries, and what differs for them */
export async function bundle(options: BuildOptions): Promise<readonly OutputFile[]> {
  const { outputFiles = [] } = await build({
    bundle: true,
    minify: true,
    // A classic script: its policy can name it by a hash, and a worker can import it.
    format: "iife",
    target: ["es2022", "chrome109", "firefox115", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "silent",
    ...options,
  });
  return outputFiles;
}

/** Bundles the console from its sources. The package's build replaces this module by one that has the result as text. */
export async function bundleConsole(): Promise<{ readonly script: string; readonly style: string }> {
  const [script = "", style = ""] = await Promise.all(["http.tsx", "style.css"].map(bundleView));
  return { script, style };
}

async function bundleView(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`./views/${name}`, import.meta.url));
  const [file] = await bundle({ entryPoints: [entry], write: false });
  return file?.text ?? "";
}
