import { asObject, get } from "../build/raw.ts";
import type { CheckContext } from "./context.ts";
import { show } from "./finding.ts";
import { childPointer } from "./pointer.ts";

/** Rule for a field of a declaration: a test, and the advice where it fails. */
type Rule = readonly [isGood: (value: unknown) => boolean, expected: string];
type Rules = {
  readonly [name: string]: Rule | { readonly each: Rules } | { readonly map: Rules } | { readonly fields: Rules };
};

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const TEXT: Rule = [isText, "a name"];
const POINTER: Rule = [
  (value) => typeof value === "string" && /^(?:\/[^/]*)+$/.test(value),
  'a JSON pointer such as "/items"',
];
const FIELDS: Rule = [isObject, "fields with their values"];
const oneOf = (...values: readonly string[]): Rule => [
  (value) => values.includes(value as string),
  `one of ${values.join(", ")}`,
];

const RULES: Rules = {
  kind: oneOf("collection", "singleton", "none"),
  schema: TEXT,
  id: TEXT,
  parent: [
    (value) => value === null || (typeof value === "string" && value.startsWith("/")),
    "a path of the document, or null",
  ],
  items: POINTER,
  total: POINTER,
  state: TEXT,
  sets: FIELDS,
  order: {
    fields: {
      by: TEXT,
      direction: oneOf("newest-first", "oldest-first", "as-added"),
      option: [isName, "a name such as emailOrder"],
    },
  },
  filters: { map: { equals: TEXT, when: TEXT, within: TEXT } },
  extra: {
    map: {
      type: oneOf("boolean", "string", "number", "content"),
      default: [(value) => ["boolean", "number", "string"].includes(typeof value), "a boolean, a number or a text"],
      description: TEXT,
    },
  },
  files: {
    each: {
      url: TEXT,
      content: TEXT,
      mediaType: TEXT,
      name: TEXT,
      nameField: TEXT,
      size: TEXT,
      seconds: TEXT,
      until: TEXT,
      lifetime: [(value) => typeof value === "number" && value > 0, "a number of seconds"],
      otherwise: [(value) => typeof value === "string", "a text"],
      asked: [(value) => typeof value === "boolean", "true or false"],
      download: [isName, "a name such as downloadVideo"],
    },
  },
  unique: [(value) => Array.isArray(value) && value.every(isText), "a list of names"],
  defaults: FIELDS,
};

/** Fields that their objects must have. */
const REQUIRED: { readonly [holder: string]: readonly string[] } = {
  order: ["by"],
  extra: ["type"],
  files: ["url", "content", "mediaType", "name"],
};

/** `x-svc-resource` of a path item: every field known, and of its type. */
export function checkResourceExtension(pathItem: unknown, pointer: string, context: CheckContext): void {
  const declared = get(pathItem, "x-svc-resource");
  if (declared === undefined) return;
  checkFields(declared, childPointer(pointer, "x-svc-resource"), { rules: RULES, required: [] }, context);
}

/** The fields that an object may have, and those that it must have. */
interface Form {
  readonly rules: Rules;
  readonly required: readonly string[];
}

function checkFields(value: unknown, at: string, { rules, required }: Form, context: CheckContext): void {
  if (!isObject(value)) return void context.refuse(at, `is ${show(value)}; write an object`);
  for (const name of required)
    if (!Object.hasOwn(value as object, name)) context.refuse(at, `has no "${name}"; add it`);
  for (const [name, field] of Object.entries(asObject(value))) {
    const place = childPointer(at, name);
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) context.refuse(place, `is not known here; there are ${Object.keys(rules).join(", ")}`);
    else checkField(field, place, { name, rule }, context);
  }
}

function checkField(
  value: unknown,
  at: string,
  { name, rule }: { readonly name: string; readonly rule: NonNullable<Rules[string]> },
  context: CheckContext,
): void {
  const required = REQUIRED[name] ?? [];
  if (isRule(rule)) {
    const [isGood, expected] = rule;
    if (!isGood(value)) context.refuse(at, `is ${show(value)}; write ${expected}`);
  } else if ("fields" in rule) checkFields(value, at, { rules: rule.fields, required }, context);
  else if ("map" in rule) {
    if (!isObject(value)) return void context.refuse(at, `is ${show(value)}; write an object`);
    for (const [key, one] of Object.entries(asObject(value))) {
      const place = childPointer(at, key);
      checkFields(one, place, { rules: rule.map, required }, context);
      const isOne = name !== "filters" || Object.keys(asObject(one)).length === 1;
      if (!isOne) context.refuse(place, "needs exactly one of equals, when, within");
    }
  } else if (!Array.isArray(value)) context.refuse(at, `is ${show(value)}; write a list`);
  else {
    for (const [index, one] of value.entries()) {
      checkFields(one, childPointer(at, index), { rules: rule.each, required }, context);
    }
  }
}

function isRule(rule: NonNullable<Rules[string]>): rule is Rule {
  return Array.isArray(rule);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name that can be that of an option or a function. */
function isName(value: unknown): boolean {
  return typeof value === "string" && /^[a-z][A-Za-z0-9]{0,60}$/.test(value);
}
