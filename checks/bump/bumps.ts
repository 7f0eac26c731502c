import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { formatDuration } from "../../scripts/toolkit/summary.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { hostileDocument } from "./hostile-document.ts";
import { createScratchClone, type ScratchClone } from "./scratch-clone.ts";
import { notNullDocument, requiredDocument } from "./tightened-document.ts";

const COMMITTED = "spec/openapi.yaml";

const committed = (): string => readFileSync(join(ROOT, COMMITTED), "utf8");
const overlays = (): string[] =>
  globSync("spec/overlays/*.yaml", { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), "utf8"));

/** Documents by the names that the command takes: the committed one extended or with stricter schemas, and others' altogether. */
const DOCUMENTS: { readonly [name: string]: () => string } = {
  hostile: () => hostileDocument(committed()),
  required: () => requiredDocument(committed()),
  "not-null": () => notNullDocument(committed(), overlays()),
  "train-travel": () => readForeignDocument("train-travel"),
  clerk: () => readForeignDocument("clerk"),
  github: () => readForeignDocument("github"),
};

export const testBumps = defineCommand({
  operands: ["[NAME|FILE ...]"],
  options: {
    "all-tests": { type: "boolean", text: "also the tests that see nothing of the document" },
    "no-tests": { type: "boolean", text: "without the tests: whether everything is generated, starts and goes back" },
    "no-rehearsal": { type: "boolean", text: "without rehearsed releases" },
  },
  description: `Bumps a scratch clone of the working tree from the committed document to each of these, and back: spec:bump with all tests, generate
--check, start and a rehearsed release, both ways. One line per command with its time. NAME is one of ${Object.keys(DOCUMENTS).join(", ")}; all
without any.`,
  async run({ values, operands }) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
    const documents = (operands.length > 0 ? operands : Object.keys(DOCUMENTS)).map((name) => ({
      name,
      text: textOf(name),
    }));
    const tests = (["all-tests", "no-tests"] as const).filter((name) => values[name]).map((name) => `--${name}`);
    const options = { tests, rehearsal: values["no-rehearsal"] !== true };
    const stopped: string[] = [];
    for (const { name, text } of documents) if (!(await thereAndBack(name, text, options))) stopped.push(name);
    const bumps = `${documents.length} bumps, each there and back`;
    console.log(stopped.length === 0 ? `✓ ${bumps}` : `✗ ${bumps}: stopped ${stopped.join(", ")}`);
    return stopped.length === 0 ? 0 : 1;
  },
});

/** @throws UsageError where there is none of that name */
function textOf(name: string): string {
  if (Object.hasOwn(DOCUMENTS, name)) return DOCUMENTS[name]?.() ?? "";
  if (existsSync(name)) return readFileSync(name, "utf8");
  throw new UsageError(`There is no document ${name}.`);
}

interface BumpsOptions {
  /** Options of `spec:bump`. */
  readonly tests: readonly string[];
  readonly rehearsal: boolean;
}

/** True if nothing stopped. */
async function thereAndBack(name: string, text: string, options: BumpsOptions): Promise<boolean> {
  const clone = createScratchClone();
  process.once("exit", clone.remove);
  try {
    const before = committed();
    if (!(await bump(`${name}`, text, { ...options, clone }))) return false;
    clone.commit();
    return await bump(`${name}, back`, before, { ...options, clone });
  } finally {
    clone.remove();
  }
}

async function bump(
  title: string,
  text: string,
  { clone, tests, rehearsal }: BumpsOptions & { readonly clone: ScratchClone },
): Promise<boolean> {
  const file = clone.write("node_modules/.cache/next.yaml", text);
  const commands: readonly (readonly [string, ...string[]])[] = [
    ["bump", file, "--allow-same-version", ...tests],
    ["generate", "--check"],
    ["start"],
    ...(rehearsal ? ([["release", "rehearse"]] as const) : []),
  ];
  for (const command of commands) {
    const begin = performance.now();
    const { code, output } = await clone.svc(...command);
    const words = command.map((word) => (word === file ? "FILE" : word)).join(" ");
    if (code !== 0) console.log(output);
    console.log(`${code === 0 ? "✓" : "✗"} ${title}: ${words}, ${formatDuration(performance.now() - begin)}`);
    if (code !== 0) return false;
    if (command[0] === "bump") tellAdapted(output);
  }
  return true;
}

/** Says what the bump has adapted in pages and examples, and what it has left to people. */
function tellAdapted(output: string): void {
  console.log(
    /^. (?:\d+ (?:to )?adapt|All examples|Not all).*?(?=\n\n|$)/ms.exec(output)?.[0].replaceAll(/^/gm, "  ") ?? "",
  );
}
