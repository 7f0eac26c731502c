import { rmSync } from "node:fs";
import { createStyle, detectTerminal } from "../terminal.ts";
import { applyStage, finishApplying } from "./apply-stage.ts";
import { withBumpLock } from "./bump-lock.ts";
import { type BumpOptions, type BumpPlan, planBump } from "./plan-bump.ts";
import { showPlan } from "./show-plan.ts";
import { createStage, removeOrphans, stagedChanges } from "./stage.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const say = (text: string): void => terminal.write(`${text}\n`);

/** Options of each command that takes a new version of the document. */
export const TAKING = {
  "dry-run": { type: "boolean", text: "show what would happen" },
  "allow-same-version": { type: "boolean", text: "take a version that did not increase" },
} as const;

/** A command that takes a new version of the document. */
export interface Taking extends Pick<BumpOptions, "repository" | "file"> {
  readonly values: { readonly [option in keyof typeof TAKING]?: boolean | undefined };
  /** Gives the text of the document where it is not that of the file. */
  readonly read?: () => Promise<string>;
  /** Makes everything in a copy. Returns what people should know in the end; undefined where a step failed, and has said so. */
  readonly carryOut: (plan: BumpPlan, stage: string) => Promise<string | undefined>;
}

/** Everything happens in a copy; what came out of it is moved into place at the end, or not at all. Returns the exit code. */
export function takeDocument(taking: Taking): Promise<number> {
  return withBumpLock(taking.repository.root, () => take(taking));
}

async function take({ values, read, carryOut, ...given }: Taking): Promise<number> {
  const { root } = given.repository;
  // In this order: what an interrupted bump still has to move is in one of the orphans.
  if (finishApplying(root)) say("Completed a bump that had been interrupted.");
  removeOrphans(root);
  const text = await read?.();
  const options = { allowSameVersion: values["allow-same-version"] === true };
  const plan = await planBump({ ...given, ...options, ...(text !== undefined && { text }) });
  say(showPlan(plan, style));
  if (!plan.isChanged) {
    say("Nothing to do: the document is the one that is here already.");
    return 0;
  }
  if (values["dry-run"]) {
    const paths = [...plan.files.keys()].map((path) => `  ${path}`);
    say(`\nWould write:\n${paths.join("\n")}\nand generate everything again that depends on them.`);
    return 0;
  }
  const stage = createStage(root);
  try {
    const remark = await carryOut(plan, stage);
    if (remark === undefined) return 1;
    const changes = stagedChanges(root, stage);
    applyStage(root, stage, changes);
    const { write, remove } = changes;
    say(`\n${style.good("✓")} ${write.length} files written, ${remove.length} removed. Review and commit:`);
    say([...write, ...remove.map((path) => `${path} (removed)`)].map((path) => `  ${path}`).join("\n"));
    if (remark !== "") say(remark);
    return 0;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
