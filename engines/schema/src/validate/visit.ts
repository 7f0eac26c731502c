import { ISSUE_STEPS, isSpent, type Schema, spend, type Work } from "@svc/model/data";
import type { Rules } from "./rules.ts";

/** One thing wrong with a value. */
export interface Issue {
  /** JSON pointer into the value; empty for the value as a whole. */
  readonly pointer: string;
  readonly message: string;
}

/** Issues, with the pointers for which each schema has told its own: several ways may lead to one place. */
export interface Report {
  readonly issues: Issue[];
  readonly told: Map<Schema, Set<string>>;
}

export function emptyReport(): Report {
  return { issues: [], told: new Map() };
}

/** Parts that a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly names: Set<string>;
  /** Items from the start. */
  items: number;
  /** Indexes that `contains` has matched. */
  readonly indexes: Set<number>;
}

/** State that all places of one validation share. */
export interface Validation {
  readonly rules: Rules;
  /** Each schema that a part of the value is checked against is a step; beyond, the value is accepted. */
  readonly work: Work;
  /**
   * Whether a part of the value is valid for a schema, by the part: each pair is checked once. In the place of true
   * what was evaluated, if that was asked for.
   */
  readonly verdicts: Map<unknown, Map<Schema, Evaluated | boolean>>;
  /** Issues of alternatives, by the place of the value. */
  readonly attempts: Map<Schema, Map<string, readonly Issue[]>>;
  /** Checks a schema at a place. */
  check(schema: Schema, visit: Visit): void;
}

/** Schemas under check for one value, from the innermost out. */
interface Active {
  readonly schemas: ReadonlySet<Schema>;
  readonly outer: Active | undefined;
}

/** A place in a value under validation. */
export interface Visit {
  readonly validation: Validation;
  readonly value: unknown;
  readonly pointer: string;
  /** Undefined: only whether there is an issue matters. The first one ends the check, and no message is written. */
  readonly report: Report | undefined;
  /** Schemas under check for this value already: a circle adds nothing. */
  readonly active: Active | undefined;
  /** Undefined: no schema around asks for it. */
  readonly evaluated: Evaluated | undefined;
}

/** Thrown where a check without a report fails; made once, since traces are slow. */
const FAILED = new Error("The value is not valid.");

/** Whether a value fits a schema; keeps what was evaluated if it does. */
export function passes(schema: Schema, visit: Visit): boolean {
  const { validation, value, pointer, active } = visit;
  const evaluated = visit.evaluated && nothing();
  try {
    validation.check(schema, { validation, value, pointer, report: undefined, active, evaluated });
  } catch (error) {
    if (error === FAILED) return false;
    throw error;
  }
  adopt(visit.evaluated, evaluated);
  return true;
}

/** No part looked at yet. */
export function nothing(): Evaluated {
  return { names: new Set(), items: 0, indexes: new Set() };
}

/** Adds what another visit has evaluated. */
export function adopt(into: Evaluated | undefined, from: Evaluated | undefined): void {
  if (into === undefined || from === undefined) return;
  for (const name of from.names) into.names.add(name);
  for (const index of from.indexes) into.indexes.add(index);
  into.items = Math.max(into.items, from.items);
}

/** Notes an issue, unless the work is used up: what is not looked at is accepted. */
export function fail(visit: Visit, message: () => string): void {
  if (!isSpent(visit.validation.work)) note(visit, message);
}

/** Notes an issue that is certain; throws where there is no report. */
export function note({ report, pointer, validation }: Visit, message: () => string): void {
  if (report === undefined) throw FAILED;
  spend(validation.work, ISSUE_STEPS);
  report.issues.push({ pointer, message: message() });
}

/** A value as a message shows it: short. */
export function show(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value, showPart) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** JSON has no bigint. */
function showPart(_: string, part: unknown): unknown {
  return typeof part === "bigint" ? String(part) : part;
}
