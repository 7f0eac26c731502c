import type { Change } from "../change.ts";
import { METHOD_ADVICE, PARAMETER_ADVICE } from "./advice-methods.ts";
import type { Advice, AdviceTable } from "./advice-table.ts";
import { VALUE_ADVICE } from "./advice-values.ts";

const TABLE: AdviceTable = { ...METHOD_ADVICE, ...PARAMETER_ADVICE, ...VALUE_ADVICE };

const UNCHANGED: Advice = { wire: "Requests and responses do not change." };

/** Explains a change: its effect on the wire, and what to do about it. */
export function adviceOf({ rule, direction, level, labels }: Change): Advice {
  const found = Object.hasOwn(TABLE, rule) ? TABLE[rule] : undefined;
  const advice = found === undefined ? UNCHANGED : "wire" in found ? found : found[direction ?? "response"];
  if (advice.todo !== undefined || level !== "major") return advice;
  return { ...advice, todo: GENERAL[labels[0] ?? "compile"] };
}

const GENERAL = {
  compile: "Update, and mend what the compiler names.",
  runtime: "Check the values that you send and rely on: the compiler does not see this.",
  fixture: "Add it to values that your tests build by hand; those of `build` have it.",
} as const;
