import type { Report } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";

/** The place of a rename. */
export interface RenamedPlace {
  readonly old: string;
  readonly new: string;
  readonly place: string;
  /** The old name stays as an alias. */
  readonly kept: boolean;
  readonly key?: string;
}

/** Reports a rename: one that keeps the old name breaks nobody. */
export function rename(
  rule: RuleId,
  facts: { readonly old: string; readonly new: string },
  { kept, place, ...at }: RenamedPlace,
): Report {
  const alias = kept ? " The old name stays as a deprecated alias." : "";
  return { rule, ...at, facts: { place, ...facts, alias }, ...(kept && ({ level: "minor", labels: [] } as const)) };
}
