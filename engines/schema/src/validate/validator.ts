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
  type Active,
  adopt,
  fail,
  type Issue,
  note,
  nothing,
  nothingKnown,
  passes,
  show,
  type Visit,
} from "./visit.ts";

/** Checks a value against a schema; an empty list is a valid value. */
export type Validate = (schema: Schema, value: unknown) => readonly Issue[];

/**
 * A validator of JSON Schema 2020-12 in the model's normal form. Its own and not a library's: it reads patterns as the
 * model does (also those that the `u` flag refuses), never changes the schemas, knows only own properties, and says what
 * it found in the terms of the one who wrote the value.
 */
export function createValidate(schemas: Schemas, rules: Rules = STRICT): Validate {
  const check = (schema: Schema, visit: Visit): void => checkSchema(schema, visit, schemas);
  return (schema, value) => {
    const issues: Issue[] = [];
    const root = { pointer: "", active: undefined, isTracked: false, quiet: false, rules, check };
    check(schema, { ...root, value, issues, known: nothingKnown(), work: createCheckWork(), evaluated: nothing() });
    return issues;
  };
}

/** The same where only the verdict matters: ends at the first issue. `work` may be that of a walk around it. */
export function createIsValid(
  schemas: Schemas,
  rules: Rules = STRICT,
): (schema: Schema, value: unknown, work?: Work) => boolean {
  const check = (schema: Schema, visit: Visit): void => checkSchema(schema, visit, schemas);
  const root = {
    pointer: "",
    issues: [],
    active: undefined,
    isTracked: false,
    quiet: true,
    rules,
    check,
  };
  return (schema, value, work = createCheckWork()) =>
    passes(schema, { ...root, value, known: nothingKnown(), work, evaluated: nothing() });
}

/** A schema with everything that it refers to or consists of, in a loop: chains of them may be thousands long. */
function checkSchema(schema: Schema, visit: Visit, schemas: Schemas): void {
  const conjuncts = new Set<Schema>();
  const active: Active = { schemas: conjuncts, outer: visit.active };
  const isActive = (target: Schema) => isAmong(visit.active, target);
  if (isActive(schema)) return;
  // A schema with `unevaluated...` sees what its own parts evaluate, not its neighbours.
  const isTracked = visit.isTracked || isScope(schema);
  const inner: Visit = { ...visit, active, isTracked, evaluated: isScope(schema) ? nothing() : visit.evaluated };
  conjuncts.add(schema);
  const scopes = new Set<Schema>();
  for (const part of conjuncts) {
    const target = part.$ref === undefined ? undefined : own(schemas, refName(part.$ref))?.schema;
    for (const further of [...(target === undefined ? [] : [target]), ...(part.allOf ?? [])]) {
      if (isScope(further)) scopes.add(further);
      else if (!isActive(further)) conjuncts.add(further);
    }
  }
  for (const scope of scopes) inner.check(scope, inner);
  const parts = [...conjuncts];
  // The schema's own keywords about unevaluated parts come after all others.
  for (const part of [...parts.slice(1), ...parts.slice(0, 1)]) checkOnce(part, inner);
  if (inner.evaluated !== visit.evaluated) adopt(visit.evaluated, inner.evaluated);
}

function isScope({ unevaluatedProperties, unevaluatedItems }: Schema): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

function isAmong(active: Active | undefined, schema: Schema): boolean {
  for (let level = active; level !== undefined; level = level.outer) if (level.schemas.has(schema)) return true;
  return false;
}

/** Without it a value would be checked twice as often on each level where a type repeats what it extends. */
function checkOnce(schema: Schema, visit: Visit): void {
  const { value, issues, known, isTracked } = visit;
  if (!spend(visit.work)) return;
  // What is said of a scalar alone is quickly said again.
  if ((typeof value !== "object" || value === null) && schema.if === undefined) {
    checkOne(schema, visit);
    return;
  }
  const valid = known.valid.get(value) ?? firstSeen(value, visit);
  if ((!isTracked && valid.has(schema)) || known.told.get(issues)?.get(visit.pointer)?.has(schema)) return;
  const before = issues.length;
  checkOne(schema, visit);
  if (issues.length === before) valid.add(schema);
  else tell(schema, visit);
}

function firstSeen(value: unknown, { known, work }: Visit): Set<Schema> {
  const schemas = new Set<Schema>();
  known.valid.set(value, schemas);
  if (typeof value === "object" && value !== null) growWith(work, value);
  return schemas;
}

function tell(schema: Schema, { known, issues, pointer }: Visit): void {
  const places = known.told.get(issues) ?? new Map<string, Set<Schema>>();
  known.told.set(issues, places);
  places.set(pointer, (places.get(pointer) ?? new Set()).add(schema));
}

function checkOne(schema: Schema, visit: Visit): void {
  const isListed = visit.rules.takesListed && schema.enum?.some((item) => equal(item, visit.value)) === true;
  if (!isListed && !checkType(schema, visit)) return;
  checkValues(schema, visit);
  if (typeof visit.value === "number" || typeof visit.value === "bigint") checkNumber(schema, visit);
  if (typeof visit.value === "string") checkString(schema, visit);
  checkCombinations(schema, visit);
  if (Array.isArray(visit.value)) checkArray(schema, visit.value, visit);
  else if (typeof visit.value === "object" && visit.value !== null) {
    checkObject(schema, visit.value as { [key: string]: Json }, visit);
  }
}

function checkValues(schema: Schema, visit: Visit): void {
  if (schema.const !== undefined && !equal(schema.const, visit.value)) {
    fail(visit, () => `expected ${show(schema.const)}, got ${show(visit.value)}`);
  }
  const { enum: allowed } = schema;
  if (allowed !== undefined && !allowed.some((item) => equal(item, visit.value))) {
    fail(visit, () => `expected one of ${allowed.slice(0, 8).map(show).join(", ")}, got ${show(visit.value)}`);
  }
}

function checkCombinations(schema: Schema, visit: Visit): void {
  if (schema.anyOf !== undefined && schema.anyOf.filter((part) => passes(part, visit)).length === 0) {
    failAlternatives(schema.anyOf, visit);
  }
  if (schema.oneOf !== undefined) {
    const count = schema.oneOf.filter((part) => passes(part, visit)).length;
    if (count === 0) failAlternatives(schema.oneOf, visit);
    if (count > 1 && !visit.rules.mayOverlap)
      fail(visit, () => `matches ${count} of the alternatives, of which it may match one`);
  }
  if (schema.not !== undefined && passes(schema.not, { ...visit, evaluated: nothing() })) {
    const isNever = Object.keys(schema.not).length === 0;
    fail(visit, () => (isNever ? "not allowed" : "matches what it must not"));
  }
  if (schema.if !== undefined) {
    const branch = passes(schema.if, visit) ? schema.then : schema.else;
    // The verdict is known where several ways lead here; what is wrong is looked for where it matters.
    if (branch !== undefined && !passes(branch, visit)) visit.check(branch, visit);
  }
}

function issuesOf(alternative: Schema, visit: Visit): readonly Issue[] {
  const places = visit.known.attempts.get(alternative) ?? new Map<string, readonly Issue[]>();
  visit.known.attempts.set(alternative, places);
  const known = places.get(visit.pointer);
  if (known !== undefined) return known;
  const issues: Issue[] = [];
  visit.check(alternative, { ...visit, issues, evaluated: nothing() });
  places.set(visit.pointer, issues);
  return issues;
}

/** Of the alternatives, the one that went furthest tells what is wrong, as far as there is work left to look for it. */
function failAlternatives(alternatives: readonly Schema[], visit: Visit): void {
  if (isSpent(visit.work)) return;
  if (visit.quiet) note(visit, () => "matches no alternative");
  const attempts = alternatives.map((alternative) => (isSpent(visit.work) ? [] : issuesOf(alternative, visit)));
  const deep = attempts.filter((issues) => issues.every(({ pointer }) => pointer.length > visit.pointer.length));
  const [told = []] = attempts.length === 1 ? attempts : deep.length === 1 ? deep : [];
  if (told.length > 0) visit.issues.push(...told);
  else {
    const messages = [...new Set(attempts.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)))];
    note(visit, () => `matches no alternative (${messages.slice(0, 4).join("; ")})`);
  }
}
