import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type BumpPlan,
  copySources,
  createStage,
  createStageFolder,
  fails,
  listSources,
  parseFailOn,
  planBump,
  showPlan,
  stageEnv,
  writeFiles,
} from "@svc/codegen/bump";
import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { generateInto } from "@svc/codegen/workspace";
import { printTree } from "@svc/diff";
import { type Contract, parseContract } from "@svc/model";
import { bundle } from "../toolkit/bundle.ts";
import { defineCommand, UsageError } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";
import { failingTests } from "./failing-tests.ts";
import { tellAdapted, tryHandWritten } from "./hand-written.ts";
import { ownRepository } from "./own-repository.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const say = (text: string): void => terminal.write(`${text}\n`);

export const whatIf = defineCommand({
  operands: ["FILE"],
  options: {
    "fail-on": {
      type: "string",
      value: "LEVEL",
      text: "exit code 1 for this level or a higher one: patch, minor, major",
    },
    contract: {
      type: "string",
      value: "FILE",
      text: "say what it changes for those whose tests wrote this contract, and nothing else",
    },
    keep: { type: "boolean", text: "keep what the new version merely stopped saying, by an overlay for review" },
    "no-tests": {
      type: "boolean",
      text: "compile the tour only, which uses all that is generated: seconds instead of minutes",
    },
  },
  description: `What would happen if this document came: the level and the changelog, which of the examples, of the pages and of the
packages' own tests would stop compiling or passing, and how the client's size would change. Writes nothing.
With --contract: the changes of what the contract holds; exit code 1 if one of them is major.`,
  async run({ values, operands: [file = ""] }) {
    const failOn = parseFailOn(values["fail-on"]);
    const contract = values.contract === undefined ? undefined : readContract(values.contract);
    const options = { repository: ownRepository(), file, allowSameVersion: true, keep: values.keep === true };
    const plan = await planBump({ ...options, ...(contract && { contract }) });
    if (plan.forContract !== undefined) {
      say(printTree(plan.forContract, style));
      return fails(plan.forContract.level, failOn ?? "major") ? 1 : 0;
    }
    say(showPlan(plan, style));
    if (plan.changeset !== undefined)
      say(`\n${style.strong("Changelog")}\n\n${plan.changeset.split("\n---\n", 2)[1]?.trim()}`);
    await tryOut(plan, values["no-tests"] !== true);
    return fails(plan.level, failOn) ? 1 : 0;
  },
});

/** Generates in a copy and compiles there what people have written against the present packages. */
async function tryOut(plan: BumpPlan, withTests: boolean): Promise<void> {
  const stage = withTests ? createStage(ROOT) : createSample(ROOT);
  try {
    writeFiles(stage, plan.files);
    const [before] = await Promise.all([bundleSize(ROOT), generateInto(stage)]);
    say(`\n${style.strong("What compiles")}\n`);
    const [verdict, after] = await Promise.all([compile(stage, PROGRAM), bundleSize(stage)]);
    say(verdict);
    if (withTests) await runTests(stage);
    const difference = after - before;
    say(
      `\n${style.strong("Size")} of the client's main entry: ${before} → ${after} bytes (${difference < 0 ? "" : "+"}${difference})`,
    );
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Runs what would be run by the bump. */
async function runTests(stage: string): Promise<void> {
  say(`\n${style.strong("What passes")}\n`);
  const { passed, failed } = await failingTests(stage);
  say(`${mark(failed.length === 0)} tests: ${passed} pass, ${failed.length} fail`);
  for (const test of failed) say(`    ${test}`);
  say(tellAdapted(await tryHandWritten(stage, stageEnv(ROOT)), true, style));
}

function mark(ok: boolean): string {
  return ok ? style.good("✓") : style.bad("✗");
}

/** The program that uses everything which is made of the document: the other examples are compiled where their tests run. */
const PROGRAM = "examples/tour";

/** The tour and what it is compiled with. */
const OF_TOUR =
  /^(?:[^/]+$|(?:spec|examples\/tour)\/|(?:packages|engines)\/[^/]+\/(?:package\.json$|src\/))(?!.*\.test\.ts$)/;

/** Code of packages and engines that is written by hand: no document changes it. */
const BY_HAND = /^(?:packages|engines)\/(?!.*\/generated\/).*\.ts$/;

/** A copy for the compiler of the tour alone. What is written by hand is read there and not judged, which would take most of the time. */
function createSample(root: string): string {
  const sample = createStageFolder(root);
  copySources(root, sample, (path) => OF_TOUR.test(path) && !BY_HAND.test(path));
  const read = listSources(root).filter((path) => OF_TOUR.test(path) && BY_HAND.test(path));
  writeFiles(sample, new Map(read.map((path) => [path, `// @ts-nocheck\n${readFileSync(join(root, path), "utf8")}`])));
  return sample;
}

async function compile(stage: string, project: string): Promise<string> {
  const { code, output } = await runCommand([...TOOLS.tsc7, "-p", project, "--noEmit", "--pretty", "false"], {
    cwd: stage,
  });
  const errors = output.split("\n").filter((line) => /\berror TS\d+/.test(line));
  return [`${mark(code === 0)} ${project}`, ...errors.map((line) => `    ${line}`)].join("\n");
}

/** Bytes of the client's main entry in a browser bundle, minified and compressed. */
async function bundleSize(root: string): Promise<number> {
  const program = `import { createSvcClient } from "./src/index.ts"; console.log(createSvcClient());`;
  return gzipSync(await bundle(program, join(root, "packages/client")), { level: 9 }).length;
}

/** Reads a file that `createTest({ contract })` has written. @throws UsageError for another file */
function readContract(file: string): Contract {
  try {
    return parseContract(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--contract: ${file}: ${code === undefined ? message : `cannot be read (${code})`}.`, {
      cause: error,
    });
  }
}
