import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Report } from "./report.ts";
import { toMarkdown } from "./report.ts";

const BENCHES = ["overhead", "size", "generate", "types", "pacing", "fake"] as const;
const USAGE = `pnpm bench [NAME ...] [--json]\n\n  NAME   ${BENCHES.join(", ")}; default: all`;

/** The peers are installed when they are first needed. */
function installPeers(): void {
  if (existsSync(`${import.meta.dirname}/node_modules`)) return;
  console.error("Installing the peers to compare with ...");
  const { status } = spawnSync("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The peers could not be installed: see above.");
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const unknown = positionals.find((name) => !BENCHES.some((bench) => bench === name));
if (unknown !== undefined) {
  console.error(`"${unknown}" is no benchmark.\n\n${USAGE}`);
  process.exit(2);
}
installPeers();
const reports: Report[] = [];
for (const name of positionals.length > 0 ? positionals : BENCHES) {
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<Report> };
  const report = await run();
  reports.push(report);
  if (!values.json) console.log(toMarkdown(report));
}
if (values.json) console.log(JSON.stringify(reports, null, 2));
