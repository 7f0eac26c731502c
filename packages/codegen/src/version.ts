import { readFileSync } from "node:fs";

/** Version of this package, and of the runtimes that are released with it. */
export function version(): string {
  // The folder above is that of the package, for sources and for what is built of them.
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
