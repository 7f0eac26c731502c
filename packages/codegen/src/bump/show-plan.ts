import type { Style } from "@svc/diff";
import { cut, printTree } from "@svc/diff";
import { escapeInvisible } from "@svc/model";
import type { BumpPlan } from "./plan-bump.ts";

/** A plan for people: versions, the difference as a tree, the level, overlays that have nothing to do any more. */
export function showPlan(plan: BumpPlan, style: Style): string {
  const shifted = plan.level === plan.packageLevel ? [] : [`for packages below 1.0.0: ${plan.packageLevel}`];
  return [
    style.strong(escapeInvisible(`${plan.from} → ${plan.to}`)),
    "",
    printTree(plan, style),
    ...shifted,
    ...silenceLines(plan, style),
    ...overlayRemarks(plan),
  ].join("\n");
}

/** Repairs that become an overlay, and overlay actions that have nothing to do any more, one line each. */
export function overlayRemarks({ repairs, obsolete }: BumpPlan): string[] {
  return [...repairs, ...obsolete.map((line) => `overlay no longer applies: ${line}`)];
}

/** The silence of the new version, apart from what it says otherwise, and the level with and without it. */
function silenceLines({ silence }: BumpPlan, style: Style): string[] {
  if (silence === undefined) return [];
  const { lines, kept, dropped, isKept } = silence;
  const head = `no longer said, which seldom means that it is gone (${lines.length}):`;
  const shown = lines.slice(0, MAX_LINES).map((line) => `  ${cut(line, 200)}`);
  const more = lines.length > MAX_LINES ? [`  and ${lines.length - MAX_LINES} more`] : [];
  const levels = `level with all of it kept: ${kept}; without: ${dropped}`;
  const advice = isKept ? "kept by an overlay in spec/overlays/, for review" : "--keep writes an overlay that keeps it";
  return ["", style.strong(head), ...shown, ...more, `${levels}. ${advice}`];
}

/** Lines of one kind that a plan shows; of more, it tells the number. */
const MAX_LINES = 40;
