import type { Raw } from "../build/raw.ts";
import { isTypeName } from "../keywords.ts";
import type { CheckContext } from "../load/check/context.ts";
import { show } from "../load/finding.ts";
import { childPointer } from "../load/pointer.ts";
import { fitValue } from "../normalize/fit-value.ts";
import { compilePattern } from "../normalize/pattern.ts";
import { type Edit, type Mend, replaceAt, splitPointer } from "./repair.ts";
import { leaveOutValue, mendEnum } from "./values.ts";

/**
 * The schema that is meant by what is none: a place left empty, `"true"`, the name of a type, and `items` as a list, which
 * JSON Schema had before 2020.
 */
export function mendSchema(value: unknown, at: string, root: unknown): Pick<Mend, "assumed" | "edits"> | undefined {
  if (Array.isArray(value) && value.length > 0)
    return splitPointer(at).key === "items" ? mendItems(value, at) : undefined;
  const meant = schemaOf(value);
  if (meant === undefined) return undefined;
  const isTyped = typeof meant === "object" && meant.type !== undefined;
  const assumed = isTyped
    ? `a schema of type ${show(meant.type)} is assumed`
    : `${meant === true || meant === false ? meant : "any value"} is assumed`;
  return { assumed, edits: replaceAt(at, meant, root) };
}

function schemaOf(value: unknown): boolean | { readonly type?: unknown } | undefined {
  if (value === null || value === undefined || Array.isArray(value)) return {};
  if (value === "true" || value === "false") return value === "true";
  return isTypeName(value) ? { type: value } : undefined;
}

/** One schema is that of every item; several are those of the first items. */
function mendItems(list: readonly unknown[], at: string): Pick<Mend, "assumed" | "edits"> {
  const { parent } = splitPointer(at);
  if (list.length === 1) {
    return { assumed: "each item is of it", edits: [{ op: "set", pointer: parent, key: "items", value: list[0] }] };
  }
  return {
    assumed: "each item is of the schema at its place",
    edits: [
      { op: "remove", pointer: at },
      { op: "set", pointer: parent, key: "prefixItems", value: list },
    ],
  };
}

/** Fewest and most characters of texts of a format. */
const LENGTHS: { readonly [format: string]: readonly [least: number, most: number] } = {
  uuid: [32, 45],
  date: [10, 10],
  "date-time": [16, 40],
  ipv4: [7, 15],
};

/** A format of which no text has a length that the schema allows: services go by the length. */
export function checkFormat({ format, minLength = 0, maxLength }: Raw, pointer: string, { mend }: CheckContext): void {
  const [least, most] = (Object.hasOwn(LENGTHS, String(format)) && LENGTHS[String(format)]) || [0, Number.MAX_VALUE];
  const isShort = typeof maxLength === "number" && maxLength < least;
  if (!isShort && !((minLength as number) > most)) return;
  const at = childPointer(pointer, "format");
  mend(at, {
    wrong: `is ${show(format)}, of which no text has ${isShort ? `at most ${maxLength}` : `at least ${minLength}`} characters`,
    advice: "correct the length or the format",
    assumed: "it is left out",
    edits: [{ op: "remove", pointer: at }],
  });
}

/** Checks the values that a schema names against its own type, and its patterns against ECMA-262. */
export function checkValues(schema: Raw, pointer: string, context: CheckContext): void {
  const { type } = schema as { type: unknown };
  if (Array.isArray(schema["enum"])) checkEnum(schema, pointer, context);
  for (const keyword of ["default", "example"]) {
    if (!Object.hasOwn(schema, keyword) || fitValue(schema[keyword], type) !== undefined) continue;
    const at = childPointer(pointer, keyword);
    context.mend(at, leaveOutValue(schema[keyword], type, at));
  }
  const { examples } = schema as { examples: unknown };
  for (const [index, example] of (Array.isArray(examples) ? examples : []).entries()) {
    if (fitValue(example, type) !== undefined) continue;
    const at = childPointer(childPointer(pointer, "examples"), index);
    context.mend(at, leaveOutValue(example, type, at));
  }
  if (typeof schema["pattern"] === "string" && compilePattern(schema["pattern"]) === undefined) {
    context.warn(
      childPointer(pointer, "pattern"),
      `is ${show(schema["pattern"])}, no ECMA-262 pattern that can be matched in linear time, and left out; correct it`,
    );
  }
  const patterns = schema["patternProperties"];
  if (typeof patterns !== "object" || patterns === null) return;
  for (const pattern of Object.keys(patterns)) {
    if (compilePattern(pattern) !== undefined) continue;
    const at = childPointer(childPointer(pointer, "patternProperties"), pattern);
    context.warn(
      at,
      "has a name that is no ECMA-262 pattern that can be matched in linear time, and is left out; correct it",
    );
  }
}

function checkEnum(schema: Raw, pointer: string, context: CheckContext): void {
  const values = schema["enum"] as readonly unknown[];
  const at = childPointer(pointer, "enum");
  if (values.length === 0) context.warn(at, "is empty, so no value is valid; add values or remove it");
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const text = JSON.stringify(value);
    if (seen.has(text)) context.warn(childPointer(at, index), `is ${show(value)} again; remove it`);
    seen.add(text);
  }
  for (const [place, mend] of mendEnum(schema, pointer)) context.mend(place, mend);
}

/** Keywords that null has to fit, too, where it is to be a value beside those that they allow. */
const ASSERTIONS = ["$ref", "allOf", "anyOf", "oneOf", "discriminator", "type", "enum", "const"];

/** `nullable: true` where it is no keyword: null becomes a value as OpenAPI 3.1 says it. */
export function mendNullable(schema: Raw, pointer: string): Mend {
  const remove = (keyword: string): Edit => ({ op: "remove", pointer: childPointer(pointer, keyword) });
  return {
    wrong: "is no keyword of OpenAPI 3.1",
    advice: 'add "null" to the type',
    assumed: "null is a value",
    edits: [remove("nullable"), ...withNull(schema, pointer, remove)],
  };
}

function withNull(schema: Raw, pointer: string, remove: (keyword: string) => Edit): readonly Edit[] {
  const given = ASSERTIONS.filter((keyword) => Object.hasOwn(schema, keyword));
  const nothing = { type: "null" };
  const [only = ""] = given;
  if (given.length === 1 && only === "anyOf")
    return [{ op: "append", pointer: childPointer(pointer, only), value: nothing }];
  const isPlain = given.every((keyword) => keyword === "type" || keyword === "enum");
  if (!isPlain) {
    const branch = Object.fromEntries(given.map((keyword) => [keyword, schema[keyword]]));
    return [...given.map(remove), { op: "set", pointer, key: "anyOf", value: [branch, nothing] }];
  }
  const { type = [], enum: values } = schema as { type?: unknown; enum?: unknown };
  const types = [type].flat();
  const edits: Edit[] = [];
  if (types.length > 0 && !types.includes("null"))
    edits.push({ op: "set", pointer, key: "type", value: [...types, "null"] });
  if (Array.isArray(values) && !values.includes(null))
    edits.push({ op: "append", pointer: childPointer(pointer, "enum"), value: null });
  return edits;
}
