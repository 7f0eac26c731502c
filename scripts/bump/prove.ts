import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CommandResult, endCommands } from "../workshop/run-command.ts";
import { ROOT } from "../workshop/tools.ts";
import { grownDocument } from "./proof/grown-document.ts";
import { nextDocument, OVERLAY } from "./proof/next-document.ts";
import { createScratchClone, type ScratchClone } from "./proof/scratch-clone.ts";

const USAGE = `node scripts/bump/prove.ts [NAME ...] [--rehearse] [--changelogs DIR]

Bumps a scratch clone of the working tree from the first command to the last: spec:bump with everything that it runs,
generate --check, start, and with --rehearse a rehearsed release of what came out. Minutes for each document; the first
proof is also a test, without the rehearsal. Names:

  next    a next version of the service's document, with an overlay that has nothing to do any more
  grown   the document grown to some seventy operations
  clerk   a wholly different document, ten times larger, from ../shared/documents; skipped where that is absent
  FILE    any other document

  --changelogs DIR   keep the changelog entries there, NAME.md`;

const FIXTURE = "engines/model/fixtures/service.yaml";
const CLERK = resolve(ROOT, "../shared/documents/clerk.yaml");

/** How a document is brought into a clone. Undefined where there is none. */
function documentOf(name: string): string | undefined {
  const own = readFileSync(join(ROOT, FIXTURE), "utf8");
  if (name === "next") return nextDocument(own);
  if (name === "grown") return grownDocument(own);
  const file = name === "clerk" ? CLERK : name;
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

interface Options {
  readonly rehearse: boolean;
  readonly changelogs: string | undefined;
}

/** Bumps a clone to one document. True where all of it went well. */
async function prove(name: string, { rehearse, changelogs }: Options): Promise<boolean> {
  const document = documentOf(name);
  if (document === undefined) {
    console.log(`${name}: skipped, the document is absent`);
    return true;
  }
  const clone = createScratchClone();
  process.once("exit", clone.remove);
  clone.write("spec/openapi.yaml", readFileSync(join(ROOT, FIXTURE), "utf8"));
  if (name === "next") clone.write("spec/overlays/10-session-id.yaml", OVERLAY);
  if (!report(name, "generate", await clone.run("scripts/generate.ts"))) return false;
  clone.commit();
  const file = clone.write("node_modules/.cache/next.yaml", document);
  const commands: [string, ...string[]][] = [
    ["spec:bump", "scripts/spec-bump.ts", file, ...(name === "next" ? [] : ["--allow-same-version"])],
    ["generate --check", "scripts/generate.ts", "--check"],
    ["start", "scripts/start.ts"],
    ...(rehearse ? ([["release:rehearse", "scripts/release/rehearse.ts"]] as [string, ...string[]][]) : []),
  ];
  let ok = true;
  for (const [title, ...args] of commands) {
    if (!ok) break;
    const begin = performance.now();
    ok = report(name, title, await clone.run(...args), performance.now() - begin);
    if (ok && title === "spec:bump") keep(name, clone, changelogs);
  }
  clone.remove();
  return ok;
}

function report(name: string, title: string, { code, output }: CommandResult, ms = 0): boolean {
  const lines = output.trimEnd().split("\n");
  if (code !== 0) console.log(output);
  else if (title !== "generate") console.log(lines.slice(-25).join("\n"));
  console.log(`\n${code === 0 ? "✓" : "✗"} ${name}: ${title}, ${(ms / 1000).toFixed(1)} s\n`);
  return code === 0;
}

/** Shows what the bump has left, and keeps the changelog entry where told. */
function keep(name: string, { root, status }: ScratchClone, folder: string | undefined): void {
  const awaiting = join(root, "spec/awaiting.json");
  if (existsSync(awaiting)) console.log(`awaiting: ${readFileSync(awaiting, "utf8")}`);
  console.log(status().join("\n"));
  const entry = readdirSync(join(root, ".changeset")).find((file) => file.startsWith("document-"));
  if (folder === undefined || entry === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), readFileSync(join(root, ".changeset", entry)));
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: { rehearse: { type: "boolean" }, changelogs: { type: "string" }, help: { type: "boolean", short: "h" } },
});
if (values.help) console.log(USAGE);
else {
  const names = positionals.length > 0 ? positionals : ["next", "grown", "clerk"];
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  process.once("exit", endCommands);
  for (const name of names) {
    const ok = await prove(name, { rehearse: values.rehearse === true, changelogs: values.changelogs });
    if (!ok) process.exitCode = 1;
  }
}
