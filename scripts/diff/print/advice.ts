import type { Change, Direction } from "../change.ts";
import type { RuleId } from "../rules/index.ts";
import { METHOD_ADVICE, PARAMETER_ADVICE } from "./advice-methods.ts";
import { VALUE_ADVICE } from "./advice-values.ts";

/** What a change means beyond the types. */
export interface Advice {
  /** What is different in requests and answers. */
  readonly wire: string;
  /** What a user of the SDK has to do; absent where that is nothing. */
  readonly todo?: string;
}

/** What is said of a rule: the same in both directions, or by direction. */
export type RuleAdvice = Advice | { readonly [direction in Direction]: Advice };

export type AdviceTable = { readonly [rule in RuleId]?: RuleAdvice };

const TABLE: AdviceTable = { ...METHOD_ADVICE, ...PARAMETER_ADVICE, ...VALUE_ADVICE };

const UNCHANGED: Advice = { wire: "Requests and answers stay as they are." };

/** What a change means on the wire, and what to do about it. */
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
