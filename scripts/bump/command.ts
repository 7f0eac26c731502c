import { rmSync } from "node:fs";
import {
  applyStage,
  type BumpPlan,
  createStage,
  finishApplying,
  overlayRemarks,
  planBump,
  removeOrphans,
  showPlan,
  stagedChanges,
  stageEnv,
  withBumpLock,
  writeFiles,
  writePage,
} from "@svc/codegen/bump";
import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { differencePage } from "@svc/diff";
import { isOfDocument } from "../test/document-tests.ts";
import { defineCommand, type Input } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { writeCoincidences } from "./coincidences.ts";
import { followRenames } from "./follow-renames.ts";
import { ownRepository } from "./own-repository.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const say = (text: string): void => terminal.write(`${text}\n`);

const OPTIONS = {
  "dry-run": { type: "boolean", text: "show what would happen" },
  html: { type: "string", value: "FILE", text: "write a page that shows the difference, also of a dry run" },
  "allow-same-version": { type: "boolean", text: "take a version that did not increase" },
  keep: { type: "boolean", text: "keep what the new version merely stopped saying, by an overlay for review" },
  "all-tests": { type: "boolean", text: "also the tests that see nothing of the document" },
  "no-tests": { type: "boolean", text: "leave out the tests" },
} as const;

export const bump = defineCommand({
  operands: ["FILE"],
  options: OPTIONS,
  description: `Takes a new version of the document: checks it, shows what changed and what that asks of the version, replaces the
document, freezes the old one in spec/history/, regenerates, writes the changeset and runs the tests. Examples and pages
are adapted: it says what was written anew or left out, and what is left to you. Nothing changes on disk if any step fails.`,
  run: (input) => withBumpLock(ROOT, () => run(input)),
});

async function run({ values, operands: [file = ""] }: Input<typeof OPTIONS>): Promise<number> {
  // In this order: what an interrupted bump still has to move is in one of the orphans.
  if (finishApplying(ROOT)) say("Completed a bump that had been interrupted.");
  removeOrphans(ROOT);
  const plan = await planBump({
    repository: ownRepository(),
    file,
    allowSameVersion: values["allow-same-version"] === true,
    keep: values.keep === true,
  });
  say(showPlan(plan, style));
  if (values.html !== undefined) writePage(values.html, differencePage({ ...plan, remarks: overlayRemarks(plan) }));
  if (!plan.isChanged) {
    say("Nothing to do: the document is the one that is here already.");
    return 0;
  }
  if (values["dry-run"]) {
    say(
      `\nWould write:\n${[...plan.files.keys()].map((path) => `  ${path}`).join("\n")}\nand regenerate everything that depends on them.`,
    );
    return 0;
  }
  return carryOut(plan, values["no-tests"] ? "none" : values["all-tests"] ? "all" : "of the document");
}

/** Everything happens in a copy; what came out of it is moved into place at the end, or not at all. */
async function carryOut(plan: BumpPlan, tests: Tests): Promise<number> {
  const stage = createStage(ROOT);
  try {
    const { count, files, left } = await followRenames(stage, plan);
    if (count > 0)
      say(`\n${style.good("✓")} ${count} places in examples and pages have the new names, as codemod gives them`);
    if (left.length > 0)
      say(
        `${style.accent("!")} ${left.length} places have an old name still:\n${left.map((one) => `  ${one}`).join("\n")}`,
      );
    writeFiles(stage, plan.files);
    if (!(await runStep(["generate"], stage))) return 1;
    await writeCoincidences(ROOT, stage);
    if (tests !== "none") {
      const some = isLeftToDocument(tests, stage, files) ? ["--document"] : [];
      if (!(await runStep(["test", "--update", ...some], stage))) return 1;
    }
    const changes = stagedChanges(ROOT, stage);
    applyStage(ROOT, stage, changes);
    const { write, remove } = changes;
    say(`\n${style.good("✓")} ${write.length} files written, ${remove.length} removed. Review and commit:`);
    say([...write, ...remove.map((path) => `${path} (removed)`)].map((path) => `  ${path}`).join("\n"));
    if (tests === "none") say("Nothing was tried out: run pnpm test.");
    return 0;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

type Tests = "all" | "of the document" | "none";

/**
 * Whether the tests that see nothing of the document are left out: where the bump has written nothing else but examples and pages, which
 * are tried in any case.
 */
function isLeftToDocument(tests: Tests, stage: string, tried: ReadonlySet<string>): boolean {
  const { write, remove } = stagedChanges(ROOT, stage);
  return tests === "of the document" && [...write, ...remove].every((path) => tried.has(path) || isOfDocument(path));
}

async function runStep([name, ...args]: readonly ["generate" | "test", ...string[]], stage: string): Promise<boolean> {
  say(`\n${name} ...`);
  const { code, output } = await runCommand(svc(stage, name, ...args), {
    cwd: stage,
    inherit: name === "test",
    env: stageEnv(ROOT),
    timeoutMs: 60 * 60_000,
  });
  if (code !== 0) say(`${output}\n${style.bad(`✗ The step "${name}" failed; nothing was changed.`)}`);
  return code === 0;
}
