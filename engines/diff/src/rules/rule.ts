import type { Label, Level } from "../level.ts";

/** Level and labels of a rule in one direction. */
export interface Verdict {
  readonly level: Exclude<Level, "none">;
  /** The level where enums and unions are emitted open, if it differs. */
  readonly open?: Exclude<Level, "none">;
  readonly labels: readonly Label[];
}

/** One row of the policy: a kind of change, what it asks for, and how it is told. */
export interface Rule {
  readonly request?: Verdict;
  readonly response?: Verdict;
  /** For changes without direction. */
  readonly document?: Verdict;
  /** One sentence; `{name}` stands for a fact of the change. */
  readonly message: string;
  /** Old and new, for the table in the documentation. */
  readonly example: string;
}

/** A verdict; labels are separated by spaces. */
export function asks(level: Verdict["level"], labels = "", open?: Verdict["level"]): Verdict {
  return { level, labels: labels.split(" ").filter((label) => label !== "") as Label[], ...(open && { open }) };
}

/** Fills `{name}` with the facts; a fact that is missing stays visible. */
export function fillMessage(message: string, facts: { readonly [name: string]: string }): string {
  return message.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? "") : all,
  );
}
