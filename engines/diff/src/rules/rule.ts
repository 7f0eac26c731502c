import type { Label, Level } from "../level.ts";

type Asked = Exclude<Level, "none">;

/** A level, in brackets the one of open enums and unions, then labels: `major (minor), compile, runtime`. */
export type Verdict = `${Asked}${"" | ` (${Asked})`}${"" | `, ${string}`}`;

/** One row of the policy: a kind of change, what it asks for, and how it is told. */
export interface Rule {
  /** By direction; one for changes without any. */
  readonly levels: Verdict | { readonly request?: Verdict; readonly response?: Verdict };
  /** One sentence; `{name}` stands for a fact of the change. */
  readonly message: string;
  /** Old and new, for the table in the documentation. */
  readonly example: string;
}

/** Level and labels of a verdict. @param isOpen other values may come there, before and after */
export function readVerdict(verdict: Verdict, isOpen = false): { readonly level: Asked; readonly labels: Label[] } {
  const [, level = "", open, labels] = /^(\w+)(?: \((\w+)\))?(?:, (.+))?$/.exec(verdict) ?? [];
  if (isOpen && open !== undefined) return { level: open as Asked, labels: [] };
  return { level: level as Asked, labels: (labels?.split(", ") ?? []) as Label[] };
}

/** Fills `{name}` with the facts; a fact that is missing stays visible. */
export function fillMessage(message: string, facts: { readonly [name: string]: string }): string {
  return message.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? "") : all,
  );
}
