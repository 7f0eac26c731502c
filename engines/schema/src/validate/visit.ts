import { ISSUE_STEPS, isSpent, type Schema, spend, type Work } from "@svc/model/data";
import type { Rules } from "./rules.ts";

/** One thing wrong with a value. */
export interface Issue {
  /** JSON pointer into the value; empty for the value as a whole. */
  readonly pointer: string;
  readonly message: string;
}

/** Parts that a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly names: Set<string>;
  /** Items from the start. */
  items: number;
  /** Indexes that `contains` has matched. */
  readonly indexes: Set<number>;
}

/** Schemas under check for one value, from the innermost out. */
export interface Active {
  readonly schemas: ReadonlySet<Schema>;
  readonly outer: Active | undefined;
}

/** What is known of one value: each schema is asked about each part of it once, however many ways lead there. */
export interface Known {
  /** Schemas that parts were found valid for. */
  readonly valid: Map<unknown, Set<Schema>>;
  /** By list of issues: schemas whose issues with a place are in it. */
  readonly told: WeakMap<readonly Issue[], Map<string, Set<Schema>>>;
  /** Verdicts of {@link passes}, without what was evaluated and with it. */
  readonly verdicts: readonly [Verdicts, Verdicts];
  /** Issues of alternatives, by the place of the value. */
  readonly attempts: Map<Schema, Map<string, readonly Issue[]>>;
}

/** What a part has of a schema; `undefined`: it is not valid. */
type Verdicts = Map<Schema, Map<unknown, Evaluated | undefined>>;

export function nothingKnown(): Known {
  return { valid: new Map(), told: new WeakMap(), verdicts: [new Map(), new Map()], attempts: new Map() };
}

/** A place in a value under validation. */
export interface Visit {
  readonly value: unknown;
  readonly pointer: string;
  readonly issues: Issue[];
  /** Schemas under check for this value already: a circle adds nothing. */
  readonly active: Active | undefined;
  readonly evaluated: Evaluated;
  /** Only whether there is an issue matters: the first one ends the check, and no message is written. */
  readonly quiet: boolean;
  readonly rules: Rules;
  readonly known: Known;
  /** Each schema that a part of the value is checked against is a step; beyond, the value is accepted. */
  readonly work: Work;
  /** A schema around asks what its parts have looked at. */
  readonly isTracked: boolean;
  /** Checks another schema at this place. */
  check(schema: Schema, visit: Visit): void;
}

/** Thrown where a quiet check fails; made once, since traces are slow. */
const FAILED = new Error("The value is not valid.");

/** Whether a value fits a schema; keeps what was evaluated if it does. */
export function passes(schema: Schema, visit: Visit): boolean {
  const verdicts = visit.known.verdicts[visit.isTracked ? 1 : 0];
  const ofSchema = verdicts.get(schema) ?? new Map<unknown, Evaluated | undefined>();
  verdicts.set(schema, ofSchema);
  const isKnown = ofSchema.has(visit.value);
  const evaluated = isKnown ? ofSchema.get(visit.value) : attempt(schema, visit);
  if (!isKnown) ofSchema.set(visit.value, evaluated);
  if (evaluated === undefined) return false;
  adopt(visit.evaluated, evaluated);
  return true;
}

function attempt(schema: Schema, visit: Visit): Evaluated | undefined {
  const evaluated = nothing();
  try {
    visit.check(schema, { ...visit, issues: [], quiet: true, evaluated });
  } catch (error) {
    if (error === FAILED) return undefined;
    throw error;
  }
  return evaluated;
}

/** No part looked at yet. */
export function nothing(): Evaluated {
  return { names: new Set(), items: 0, indexes: new Set() };
}

/** Notes an issue, unless the work is used up: what is not looked at is accepted. */
export function fail(visit: Visit, message: () => string): void {
  if (!isSpent(visit.work)) note(visit, message);
}

/** Notes an issue that is certain. */
export function note({ issues, pointer, quiet, work }: Visit, message: () => string): void {
  if (quiet) throw FAILED;
  spend(work, ISSUE_STEPS);
  issues.push({ pointer, message: message() });
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

/** Adds what another visit has evaluated. */
export function adopt(into: Evaluated, from: Evaluated): void {
  for (const name of from.names) into.names.add(name);
  for (const index of from.indexes) into.indexes.add(index);
  into.items = Math.max(into.items, from.items);
}
