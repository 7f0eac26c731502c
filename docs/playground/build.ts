import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";

const USAGE = `node docs/playground/build.ts --out DIR [--home URL]

  --out DIR   where index.html and assets/ are written
  --home URL  address of the documentation, relative to the page`;

const { values } = parseArgs({ options: { out: { type: "string" }, home: { type: "string" } } });
if (values.out === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
await installWorkspace(import.meta.dirname);
const { bundle } = await import("./build/bundle.ts");
const out = resolve(values.out);
for (const { path, bytes, gzipBytes } of await bundle({ out, home: values.home })) {
  const size = `${(bytes / 1000).toFixed(1)} kB, ${(gzipBytes / 1000).toFixed(1)} kB gzip`;
  process.stdout.write(`${relative(process.cwd(), join(path))}: ${size}\n`);
}
