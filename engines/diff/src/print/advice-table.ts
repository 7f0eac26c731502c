import type { Direction } from "../change.ts";
import type { RuleId } from "../rules/index.ts";

/** The meaning of a change beyond the types. */
export interface Advice {
  /** The change in requests and answers. */
  readonly wire: string;
  /** Action that a user of the SDK has to take; absent if none. */
  readonly todo?: string;
}

/** Advice for a rule: the same in both directions, or by direction. */
export type RuleAdvice = Advice | { readonly [direction in Direction]: Advice };

export type AdviceTable = { readonly [rule in RuleId]?: RuleAdvice };
