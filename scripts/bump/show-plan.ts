import { printTree } from "../diff/print/tree.ts";
import type { Style } from "../workshop/style.ts";
import type { BumpPlan } from "./plan-bump.ts";

/** A plan for people: versions, the difference as a tree, the level, overlays that have nothing to do any more. */
export function showPlan(plan: BumpPlan, style: Style): string {
  const shifted = plan.level === plan.packageLevel ? [] : [`for packages below 1.0.0: ${plan.packageLevel}`];
  const obsolete = plan.obsolete.map((line) => `overlay no longer applies: ${line}`);
  return [style.strong(`${plan.from} → ${plan.to}`), "", printTree(plan, style), ...shifted, ...obsolete].join("\n");
}
