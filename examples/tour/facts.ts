import { bad, good, print } from "./paint.ts";

/** Something that must be so for the tour to have succeeded. */
export interface Fact {
  readonly holds: boolean;
  readonly statement: string;
}

/** Prints each fact, and whether it holds. */
export function reportFacts(facts: readonly Fact[]): void {
  for (const { holds, statement } of facts)
    print(holds ? `${good("✓")} ${statement}` : `${bad("✗")} ${bad(statement)}`);
}
