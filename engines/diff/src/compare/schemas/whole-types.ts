import type { Schema } from "@svc/model";
import type { Conjunction } from "../../schema/side.ts";
import { definitionText, typeText } from "../../schema/type-text.ts";
import type { Comparison } from "../comparison.ts";

/** Two schemas with their meanings. */
export interface ConjunctionPair {
  readonly a: Conjunction;
  readonly b: Conjunction;
  readonly old: Schema;
  readonly now: Schema;
  readonly at: { readonly old: string; readonly new: string };
}

/** Both types; where they have one name, what it stands for. */
export function typesOf({ old, now }: ConjunctionPair, comparison: Comparison): { old: string; new: string } {
  const names = { old: typeText(old, comparison.old), new: typeText(now, comparison.new) };
  if (names.old !== names.new) return names;
  return { old: definitionText(old, comparison.old), new: definitionText(now, comparison.new) };
}

/** The rule for a pair whose types as a whole say everything. */
export function wholeRule(a: Conjunction, b: Conjunction) {
  const [old, now] = [a.alternatives, b.alternatives];
  const [wasAny, isAny] = [old, now].map((all) => all.some(({ kind }) => kind === "any"));
  if (wasAny === true && isAny === true) return undefined;
  if (wasAny === true) return "type-narrowed";
  if (isAny === true) return "type-widened";
  if (old.length === 0 && now.length === 0) return a.nullable === b.nullable ? undefined : "type-changed";
  if (old.length === 0) return a.nullable && b.nullable ? "type-widened" : "type-changed";
  if (now.length === 0) return a.nullable && b.nullable ? "union-variant-removed" : "type-changed";
  return undefined;
}
