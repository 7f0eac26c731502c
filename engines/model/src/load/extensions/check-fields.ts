import { asObject, isObject } from "../../build/raw.ts";
import type { CheckContext } from "../check/context.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";

/** Rule for a field of a declaration: a test, and the advice where it fails. */
export type Rule = readonly [isGood: (value: unknown) => boolean, expected: string];

/** The fields that an object of a declaration may have, and those that it must have. */
export interface Fields {
  readonly rules: { readonly [name: string]: Rule | Nested };
  /** @default none */
  readonly required?: readonly string[];
  /** Advice about an object whose fields are good one by one, and not together. */
  readonly whole?: (value: { readonly [name: string]: unknown }) => string | undefined;
}

/** An object, a list of objects, or an object that has them by names of its own. */
type Nested = { readonly fields: Fields } | { readonly each: Fields } | { readonly map: Fields };

export const TEXT: Rule = [(value) => typeof value === "string" && value !== "", "a name"];
export const POINTER: Rule = [
  (value) => typeof value === "string" && /^(?:\/(?:[^/~]|~[01])*)+$/.test(value),
  'a JSON pointer such as "/items"',
];
export const SECONDS: Rule = [
  (value) => typeof value === "number" && value > 0 && value <= 2_000_000,
  "a number of seconds above 0",
];
export const FIELDS: Rule = [isObject, "fields with their values"];

export function oneOf(...values: readonly string[]): Rule {
  return [(value) => values.includes(value as string), `one of ${values.join(", ")}`];
}

export function listOf([isGood]: Rule, expected: string): Rule {
  return [(value) => Array.isArray(value) && value.length > 0 && value.every(isGood), expected];
}

/** A name that can be that of an option, a function or a method. */
export function isName(value: unknown): boolean {
  return typeof value === "string" && /^[a-z][A-Za-z0-9]{0,60}$/.test(value);
}

/** Checks an object of a declaration: every field known, and of its type. */
export function checkFields(value: unknown, at: string, fields: Fields, context: CheckContext): void {
  const { rules, required = [], whole } = fields;
  if (!isObject(value)) return void context.refuse(at, `is ${show(value)}; write an object`);
  const given = asObject(value);
  for (const name of required) if (!Object.hasOwn(given, name)) context.refuse(at, `has no "${name}"; add it`);
  for (const [name, field] of Object.entries(given)) {
    const place = childPointer(at, name);
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) context.refuse(place, `is not known here; there are ${Object.keys(rules).join(", ")}`);
    else checkField(field, place, rule, context);
  }
  const advice = whole?.(given);
  if (advice !== undefined) context.refuse(at, advice);
}

function checkField(value: unknown, at: string, rule: Rule | Nested, context: CheckContext): void {
  if (isRule(rule)) {
    const [isGood, expected] = rule;
    if (!isGood(value)) context.refuse(at, `is ${show(value)}; write ${expected}`);
  } else if ("fields" in rule) checkFields(value, at, rule.fields, context);
  else if ("map" in rule) {
    if (!isObject(value)) return void context.refuse(at, `is ${show(value)}; write an object`);
    for (const [key, one] of Object.entries(asObject(value)))
      checkFields(one, childPointer(at, key), rule.map, context);
  } else if (!Array.isArray(value)) context.refuse(at, `is ${show(value)}; write a list`);
  else for (const [index, one] of value.entries()) checkFields(one, childPointer(at, index), rule.each, context);
}

function isRule(rule: Rule | Nested): rule is Rule {
  return Array.isArray(rule);
}
