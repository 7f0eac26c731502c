import { matcherOf, type Schema, typesOf, type Work } from "@svc/model/data";
import { fail, show, type Visit } from "./visit.ts";

/** The name of a value's type in JSON Schema; JavaScript's where JSON has none. A bigint is an integer of JSON that a number cannot hold. */
function typeName(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "bigint") return "number";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Checks `type`; where it does not fit, the other keywords would only repeat that. */
export function checkType(schema: Schema, visit: Visit): boolean {
  const types = typesOf(schema);
  const actual = typeName(visit.value);
  if (actual === "undefined" || actual === "function" || actual === "symbol") {
    fail(visit, () => `expected ${types.join(" or ") || "a value"}, got ${actual}`);
    return false;
  }
  if (types.length === 0) return true;
  const fits = types.some((type) => type === actual || (type === "integer" && isInteger(visit.value)));
  if (fits) return true;
  fail(
    visit,
    () =>
      `expected ${types.join(" or ")}, got ${actual === "number" && types.includes("integer") ? show(visit.value) : actual}`,
  );
  return false;
}

export function checkNumber(schema: Schema, value: number | bigint, visit: Visit): void {
  if (typeof value === "number" && !Number.isFinite(value)) fail(visit, () => `expected a finite number, got ${value}`);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (minimum !== undefined && value < minimum) fail(visit, () => `expected at least ${minimum}, got ${value}`);
  if (maximum !== undefined && value > maximum) fail(visit, () => `expected at most ${maximum}, got ${value}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    fail(visit, () => `expected more than ${exclusiveMinimum}, got ${value}`);
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    fail(visit, () => `expected less than ${exclusiveMaximum}, got ${value}`);
  }
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    fail(visit, () => `expected a multiple of ${multipleOf}, got ${value}`);
  }
  if (format !== undefined && !visit.validation.rules.isInRange(format, value))
    fail(visit, () => `expected format ${format}, got ${value}`);
}

function isInteger(value: unknown): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** Whether a division has no rest, in floating point as validators do it. */
export function isMultiple(value: number | bigint, step: number): boolean {
  if (typeof value === "bigint" && Number.isInteger(step) && step !== 0) return value % BigInt(step) === 0n;
  return Number.isInteger(Number(value) / step);
}

export function checkString(schema: Schema, value: string, visit: Visit): void {
  const { rules, work } = visit.validation;
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(value);
    if (length < (minLength ?? 0)) fail(visit, () => `expected at least ${minLength} characters, got ${length}`);
    if (length > (maxLength ?? length)) fail(visit, () => `expected at most ${maxLength} characters, got ${length}`);
  }
  if (pattern !== undefined && !matches(pattern, value, work)) {
    fail(visit, () => `expected a text that matches /${pattern}/, got ${show(value)}`);
  }
  if (format !== undefined && !rules.hasFormat(format, value))
    fail(visit, () => `expected format ${format}, got ${show(value)}`);
}

/** Length in characters as JSON Schema counts: code points. */
export function lengthOf(text: string): number {
  if (!/[\ud800-\udfff]/.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text matches; a pattern that is none, or takes more than the work that is left, matches everything. */
export function matches(pattern: string, text: string, work?: Work): boolean {
  return matcherOf(pattern)?.(text, work) ?? true;
}
