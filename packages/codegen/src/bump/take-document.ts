import { rmSync } from "node:fs";
import { createStyle, detectTerminal } from "../terminal.ts";
import { refuseOutside } from "../write/move-place.ts";
import { applyStage, finishApplying } from "./apply-stage.ts";
import { withBumpLock } from "./bump-lock.ts";
import { type BumpOptions, type BumpPlan, planBump } from "./plan-bump.ts";
import { showPlan } from "./show-plan.ts";
import { createStage, refuseEdited, removeOrphans, stagedChanges } from "./stage.ts";

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

async function take(taking: Taking): Promise<number> {
  const { root } = taking.repository;
  const isDry = taking.values["dry-run"] === true;
  const finished = finishApplying(root, { isDry });
  if (finished !== undefined) say(finished);
  if (isDry) {
    const plan = await makePlan(taking);
    const paths = [...(plan?.files.keys() ?? [])].map((path) => `  ${path}`);
    if (plan !== undefined) say(`\nWould write:\n${paths.join("\n")}\nand regenerate everything that depends on them.`);
    return 0;
  }
  refuseEdited(root);
  removeOrphans(root);
  // Before the plan is made: what is edited from now on stops the bump, if it changes the same file.
  const stage = createStage(root);
  try {
    const plan = await makePlan(taking);
    return plan === undefined ? 0 : await takePlan(taking, plan, stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Shows what a bump would do; undefined if that is nothing. */
async function makePlan({ values, read, carryOut: _, ...given }: Taking): Promise<BumpPlan | undefined> {
  const text = await read?.();
  const options = { allowSameVersion: values["allow-same-version"] === true };
  const plan = await planBump({ ...given, ...options, ...(text !== undefined && { text }) });
  say(showPlan(plan, style));
  if (plan.isChanged) return plan;
  say("Nothing to do: the document is the one that is here already.");
  return undefined;
}

async function takePlan({ repository, carryOut }: Taking, plan: BumpPlan, stage: string): Promise<number> {
  // At once, and not when all has been made and tested.
  for (const path of plan.files.keys()) refuseOutside(repository, path);
  const remark = await carryOut(plan, stage);
  if (remark === undefined) return 1;
  const changes = stagedChanges(repository.root, stage);
  applyStage(repository.root, stage, changes);
  const { write, remove } = changes;
  const { obsolete } = plan;
  const mark = obsolete.length === 0 && remark === "" ? style.good("✓") : style.accent("!");
  say(`\n${mark} ${write.length} files written, ${remove.length} removed. Review and commit:`);
  say([...write, ...remove.map((path) => `${path} (removed)`)].map((path) => `  ${path}`).join("\n"));
  if (obsolete.length > 0)
    say(`\n${obsolete.length} to edit, which no longer apply to the new document:\n  ${obsolete.join("\n  ")}`);
  if (remark !== "") say(remark);
  return 0;
}
