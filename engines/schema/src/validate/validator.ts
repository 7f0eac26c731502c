import {
  createCheckWork,
  equal,
  growWith,
  isSpent,
  type Json,
  own,
  refName,
  type Schema,
  type Schemas,
  spend,
  type Work,
} from "@svc/model/data";
import { checkArray, checkObject } from "./containers.ts";
import { type Rules, STRICT } from "./rules.ts";
import { checkNumber, checkString, checkType } from "./scalars.ts";
import {
  adopt,
  emptyReport,
  fail,
  type Issue,
  note,
  nothing,
  passes,
  show,
  type Validation,
  type Visit,
} from "./visit.ts";

/** Checks a value against a schema; an empty list is a valid value. */
export type Validate = (schema: Schema, value: unknown) => readonly Issue[];

const VALID: readonly Issue[] = [];

/**
 * A validator of JSON Schema 2020-12 in the model's normal form. Its own and not a library's: it reads patterns as the
 * model does (also those that the `u` flag refuses), never changes the schemas, knows only own properties, and says what
 * it found in the terms of the one who wrote the value.
 */
export function createValidate(schemas: Schemas, rules: Rules = STRICT): Validate {
  const begin = createValidation(schemas, rules);
  return (schema, value) => {
    const root = begin(value, createCheckWork());
    if (passes(schema, root)) return VALID;
    // What is wrong is looked for where something is.
    const report = emptyReport();
    const validation = { ...root.validation, work: { ...root.validation.work, taken: 0 } };
    validation.check(schema, { ...root, validation, report });
    return report.issues;
  };
}

/** The same where only the verdict matters: ends at the first issue. `work` may be that of a walk around it. */
export function createIsValid(
  schemas: Schemas,
  rules: Rules = STRICT,
): (schema: Schema, value: unknown, work?: Work) => boolean {
  const begin = createValidation(schemas, rules);
  return (schema, value, work = createCheckWork()) => passes(schema, begin(value, work));
}

function createValidation(schemas: Schemas, rules: Rules): (value: unknown, work: Work) => Visit {
  const known = new WeakMap<Schema, Conjunction>();
  const check: Validation["check"] = (schema, visit) => {
    const conjunction = known.get(schema) ?? conjunctionOf(schema, schemas);
    known.set(schema, conjunction);
    checkConjunction(schema, conjunction, visit);
  };
  return (value, work) => {
    const validation = { rules, work, verdicts: new Map(), attempts: new Map(), check };
    return { validation, value, pointer: "", report: undefined, active: undefined, evaluated: undefined };
  };
}

/** A schema with everything that it refers to or consists of; itself last, as its `unevaluated...` sees all others. */
interface Conjunction {
  readonly parts: ReadonlySet<Schema>;
  /** Parts that see what their own parts evaluate, not their neighbours. */
  readonly scopes: ReadonlySet<Schema>;
}

/** In a loop: chains of schemas may be thousands long. */
function conjunctionOf(schema: Schema, schemas: Schemas): Conjunction {
  const parts = new Set([schema]);
  const scopes = new Set<Schema>();
  for (const part of parts) {
    const target = part.$ref === undefined ? undefined : own(schemas, refName(part.$ref))?.schema;
    for (const further of [...(target === undefined ? [] : [target]), ...(part.allOf ?? [])])
      (isScope(further) ? scopes : parts).add(further);
  }
  parts.delete(schema);
  return { parts: parts.add(schema), scopes };
}

function isScope({ unevaluatedProperties, unevaluatedItems }: Schema): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

function isActive(schema: Schema, active: Visit["active"]): boolean {
  for (let level = active; level !== undefined; level = level.outer) if (level.schemas.has(schema)) return true;
  return false;
}

function checkConjunction(schema: Schema, { parts, scopes }: Conjunction, visit: Visit): void {
  if (isActive(schema, visit.active)) return;
  const active = { schemas: parts, outer: visit.active };
  const evaluated = isScope(schema) ? nothing() : visit.evaluated;
  const inner: Visit = { ...visit, active, evaluated };
  for (const scope of scopes) visit.validation.check(scope, inner);
  for (const part of parts) if (!isActive(part, visit.active)) checkOnce(part, inner);
  if (evaluated !== visit.evaluated) adopt(visit.evaluated, evaluated);
}

/** Keywords that apply further schemas to the same value. */
function isSimple({ anyOf, oneOf, not, if: condition }: Schema): boolean {
  return anyOf === undefined && oneOf === undefined && not === undefined && condition === undefined;
}

/** Without it a value would be checked twice as often on each level where a type repeats what it extends. */
function checkOnce(schema: Schema, visit: Visit): void {
  const { value, validation, report, pointer } = visit;
  if (!spend(validation.work)) return;
  const isScalar = typeof value !== "object" || value === null;
  // What is said of a scalar alone is quickly said again.
  if (isScalar && isSimple(schema)) {
    checkKeywords(schema, visit);
    return;
  }
  const known = validation.verdicts.get(value) ?? firstSeen(value, validation);
  const verdict = known.get(schema);
  if (typeof verdict === "object") adopt(visit.evaluated, verdict);
  if (typeof verdict === "object" || (verdict === true && visit.evaluated === undefined)) return;
  if (report === undefined && verdict === false) note(visit, () => "");
  const places = report?.told.get(schema) ?? new Set();
  if (places.has(pointer)) return;
  report?.told.set(schema, places.add(pointer));
  // Keywords about unevaluated parts see all that came before.
  const evaluated = isScope(schema) ? visit.evaluated : visit.evaluated && nothing();
  const before = report?.issues.length;
  let isValid = false;
  try {
    checkKeywords(schema, evaluated === visit.evaluated ? visit : { ...visit, evaluated });
    isValid = report?.issues.length === before;
  } finally {
    known.set(schema, isValid && (evaluated ?? true));
  }
  adopt(visit.evaluated, evaluated);
}

function firstSeen(value: unknown, { verdicts, work }: Validation): Map<Schema, boolean> {
  const known = new Map();
  verdicts.set(value, known);
  if (typeof value === "object" && value !== null) growWith(work, value);
  return known;
}

function checkKeywords(schema: Schema, visit: Visit): void {
  const { value } = visit;
  const isListed = visit.validation.rules.takesListed && schema.enum?.some((item) => equal(item, value)) === true;
  if (!isListed && !checkType(schema, visit)) return;
  checkValues(schema, visit);
  if (typeof value === "number" || typeof value === "bigint") checkNumber(schema, value, visit);
  if (typeof value === "string") checkString(schema, value, visit);
  checkCombinations(schema, visit);
  if (Array.isArray(value)) checkArray(schema, value, visit);
  else if (typeof value === "object" && value !== null) {
    checkObject(schema, value as { [key: string]: Json }, visit);
  }
}

function checkValues({ const: only, enum: allowed }: Schema, visit: Visit): void {
  const { value } = visit;
  if (only !== undefined && !equal(only, value)) fail(visit, () => `expected ${show(only)}, got ${show(value)}`);
  if (allowed === undefined || allowed.some((item) => equal(item, value))) return;
  fail(visit, () => `expected one of ${allowed.slice(0, 8).map(show).join(", ")}, got ${show(value)}`);
}

function checkCombinations(schema: Schema, visit: Visit): void {
  const { anyOf, oneOf, not, if: condition } = schema;
  const count = (alternatives: readonly Schema[]): number => alternatives.filter((part) => passes(part, visit)).length;
  if (anyOf !== undefined && count(anyOf) === 0) failAlternatives(anyOf, visit);
  if (oneOf !== undefined) {
    const fitting = count(oneOf);
    if (fitting === 0) failAlternatives(oneOf, visit);
    if (fitting > 1 && !visit.validation.rules.mayOverlap)
      fail(visit, () => `matches ${fitting} of the alternatives, of which it may match one`);
  }
  if (not !== undefined && passes(not, { ...visit, evaluated: visit.evaluated && nothing() })) {
    const isNever = Object.keys(not).length === 0;
    fail(visit, () => (isNever ? "not allowed" : "matches what it must not"));
  }
  if (condition !== undefined) {
    const branch = passes(condition, visit) ? schema.then : schema.else;
    // The verdict is known where several ways lead here; what is wrong is looked for where it matters.
    if (branch !== undefined && !passes(branch, visit)) visit.validation.check(branch, visit);
  }
}

function issuesOf(alternative: Schema, visit: Visit): readonly Issue[] {
  const { validation, pointer } = visit;
  const places = validation.attempts.get(alternative) ?? new Map<string, readonly Issue[]>();
  validation.attempts.set(alternative, places);
  const known = places.get(pointer);
  if (known !== undefined) return known;
  const report = emptyReport();
  validation.check(alternative, { ...visit, report, evaluated: visit.evaluated && nothing() });
  places.set(pointer, report.issues);
  return report.issues;
}

/** Of the alternatives, the one that went furthest tells what is wrong, as far as there is work left to look for it. */
function failAlternatives(alternatives: readonly Schema[], visit: Visit): void {
  const { pointer, report } = visit;
  const { work } = visit.validation;
  if (isSpent(work)) return;
  if (report === undefined) note(visit, () => "matches no alternative");
  const attempts = alternatives.map((alternative) => (isSpent(work) ? [] : issuesOf(alternative, visit)));
  const deep = attempts.filter((issues) => issues.every((issue) => issue.pointer.length > pointer.length));
  const [told = []] = attempts.length === 1 ? attempts : deep.length === 1 ? deep : [];
  if (told.length > 0) report?.issues.push(...told);
  else {
    const messages = [...new Set(attempts.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)))];
    note(visit, () => `matches no alternative (${messages.slice(0, 4).join("; ")})`);
  }
}
