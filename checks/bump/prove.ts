import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import type { CommandResult } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { grownDocument } from "./grown-document.ts";
import { fixtureDocument, nextDocument, sessionIdOverlay } from "./next-document.ts";
import { createScratchClone, type ScratchClone } from "./scratch-clone.ts";
import { notNullDocument, requiredDocument } from "./tightened-document.ts";

export const proveBump = defineCommand({
  operands: ["[NAME ...]"],
  options: {
    rehearse: { type: "boolean", text: "rehearse a release of what came out" },
    changelogs: { type: "string", value: "DIR", text: "keep the changelog entries there, NAME.md" },
  },
  description: `Bumps a scratch clone of the working tree from the first command to the last: spec:bump with everything that it runs,
generate --check, start, and with --rehearse a release. Minutes for each document; the first is also a test. Names:

  next      a next version of the service's document, with an overlay that has nothing to do any more
  required  the committed document with every optional field required
  not-null  the committed document with no nullable field
  grown     the document grown to some seventy operations
  clerk     a wholly different document, ten times larger
  FILE      any other document`,
  async run({ values, operands }) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
    let failed = 0;
    for (const name of operands.length > 0 ? operands : NAMES) {
      const ok = await prove(name, { rehearse: values.rehearse === true, changelogs: values.changelogs });
      if (!ok) failed++;
    }
    return failed === 0 ? 0 : 1;
  },
});

const NAMES = ["next", "required", "not-null", "grown", "clerk"];

const COMMITTED = "spec/openapi.yaml";

/** The document before a bump and after it. */
interface Documents {
  readonly before: string;
  readonly after: string;
}

/** Undefined where there is no such document. */
function documentsOf(name: string): Documents | undefined {
  const own = fixtureDocument();
  const committed = readFileSync(join(ROOT, COMMITTED), "utf8");
  if (name === "next") return { before: own, after: nextDocument() };
  if (name === "required") return { before: committed, after: requiredDocument(committed) };
  if (name === "not-null") return { before: committed, after: notNullDocument(committed) };
  if (name === "grown") return { before: own, after: grownDocument(own) };
  if (name === "clerk") return { before: own, after: readForeignDocument("clerk") };
  return existsSync(name) ? { before: own, after: readFileSync(name, "utf8") } : undefined;
}

interface Options {
  readonly rehearse: boolean;
  readonly changelogs: string | undefined;
}

/** Bumps a clone to one document. True where all of it went well. */
async function prove(name: string, { rehearse, changelogs }: Options): Promise<boolean> {
  const documents = documentsOf(name);
  if (documents === undefined) {
    console.log(`${name}: there is no such document`);
    return false;
  }
  const clone = createScratchClone();
  process.once("exit", clone.remove);
  clone.write(COMMITTED, documents.before);
  if (name === "next") clone.write("spec/overlays/10-session-id.yaml", sessionIdOverlay());
  if (!report(name, "generate", await clone.svc("generate"))) return false;
  clone.commit();
  const file = clone.write("node_modules/.cache/next.yaml", documents.after);
  const commands: [string, ...string[]][] = [
    ["spec:bump", "bump", file, ...(name === "next" ? [] : ["--allow-same-version"])],
    ["generate --check", "generate", "--check"],
    ["start", "start"],
    ...(rehearse ? ([["release:rehearse", "release", "rehearse"]] as [string, ...string[]][]) : []),
  ];
  let ok = true;
  for (const [title, ...args] of commands) {
    if (!ok) break;
    const begin = performance.now();
    ok = report(name, title, await clone.svc(...args), performance.now() - begin);
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

/** Shows what the bump has written, and keeps the changelog entry where told. */
function keep(name: string, { root, status }: ScratchClone, folder: string | undefined): void {
  console.log(status().join("\n"));
  const entry = readdirSync(join(root, ".changeset")).find((file) => file.startsWith("document-"));
  if (folder === undefined || entry === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), readFileSync(join(root, ".changeset", entry)));
}
