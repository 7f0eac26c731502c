import type { Style } from "@svc/diff";
import { printTree } from "@svc/diff";
import { escapeInvisible } from "@svc/model";
import type { BumpPlan } from "./plan-bump.ts";

/** A plan for people: versions, the difference as a tree, the level, overlays that have nothing to do any more, the linter's remarks. */
export function showPlan(plan: BumpPlan, style: Style): string {
  const shifted = plan.level === plan.packageLevel ? [] : [`for packages below 1.0.0: ${plan.packageLevel}`];
  return [
    style.strong(escapeInvisible(`${plan.from} → ${plan.to}`)),
    "",
    printTree(plan, style),
    ...shifted,
    ...plan.stored.map((line) => `fake: ${escapeInvisible(line)}`),
    ...plan.repairs,
    ...plan.obsolete.map((line) => `overlay no longer applies: ${line}`),
    ...plan.lint,
  ].join("\n");
}
