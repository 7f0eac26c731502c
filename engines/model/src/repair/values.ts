import type { Raw } from "../build/raw.ts";
import { kindOf, show } from "../load/finding.ts";
import { childPointer } from "../load/pointer.ts";
import { fitValue } from "../normalize/fit-value.ts";
import { type Edit, type Mend, splitPointer } from "./repair.ts";

/** An enum of which not every value can be of the schema's type. */
export function mendEnum(schema: Raw, pointer: string): readonly (readonly [pointer: string, mend: Mend])[] {
  const { type } = schema as { type: unknown };
  const values = schema["enum"] as readonly unknown[];
  const misfits = [...values.keys()].filter((index) => fitValue(values[index], type) === undefined);
  if (misfits.length === 0) return [];
  const at = childPointer(pointer, "enum");
  const advice = "correct the value or the type";
  const wrongOf = (index: number): string =>
    `is ${show(values[index])}, ${kindOf(values[index])} that can never be of type ${show(type)}`;
  if (misfits.length === values.length) {
    const items = type === "array" ? itemsWithEnum(schema, values) : undefined;
    const first = { wrong: wrongOf(0), advice };
    if (items !== undefined) {
      const edits: readonly Edit[] = [
        { op: "remove", pointer: at },
        { op: "set", pointer, key: "items", value: items },
      ];
      return [[childPointer(at, 0), { ...first, assumed: "the values are taken for those of the items", edits }]];
    }
    if (!misfits.every((index) => textOf(values[index], type) !== undefined)) {
      const edits: readonly Edit[] = [{ op: "remove", pointer: at }];
      const assumed = `any value of type ${show(type)} is assumed, since no value of the list is of it`;
      return [[childPointer(at, 0), { ...first, assumed, edits }]];
    }
  }
  return misfits.map((index) => {
    const text = textOf(values[index], type);
    const assumed = text === undefined ? "it is left out" : `${show(text)} is assumed`;
    const edits: readonly Edit[] =
      text === undefined
        ? [{ op: "remove", pointer: childPointer(at, index) }]
        : [{ op: "item", pointer: at, index, value: text }];
    return [childPointer(at, index), { wrong: wrongOf(index), advice, assumed, edits }] as const;
  });
}

/** Numbers and booleans that YAML made of text. */
function textOf(value: unknown, type: unknown): string | undefined {
  const isText = type === "string" || (Array.isArray(type) && type.includes("string"));
  return isText && (typeof value === "number" || typeof value === "boolean") ? String(value) : undefined;
}

function itemsWithEnum(schema: Raw, values: readonly unknown[]): object | undefined {
  const items = schema["items"] ?? {};
  if (typeof items !== "object" || items === null || Array.isArray(items)) return undefined;
  if ("$ref" in items || "enum" in items) return undefined;
  const { type } = items as { type?: unknown };
  if (values.some((value) => fitValue(value, type) === undefined)) return undefined;
  return { ...items, enum: values };
}

/** A default or example that is not of the schema's type. */
export function leaveOutValue(value: unknown, type: unknown, pointer: string): Mend {
  return {
    wrong: `is ${show(value)}, not of type ${show(type)}`,
    advice: "correct it",
    assumed: "it is left out",
    edits: [{ op: "remove", pointer }],
  };
}

/** Names of types that JSON Schema does not have and that everybody reads alike. */
const TYPE_NAMES: { readonly [name: string]: { readonly type: string; readonly format?: string } } = {
  float: { type: "number", format: "float" },
  double: { type: "number", format: "double" },
  decimal: { type: "number" },
  int: { type: "integer" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  long: { type: "integer", format: "int64" },
  bool: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  "date-time": { type: "string", format: "date-time" },
  timestamp: { type: "string", format: "date-time" },
  time: { type: "string", format: "time" },
  text: { type: "string" },
  str: { type: "string" },
  uuid: { type: "string", format: "uuid" },
  uri: { type: "string", format: "uri" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  password: { type: "string", format: "password" },
  byte: { type: "string", format: "byte" },
  binary: { type: "string", format: "binary" },
  file: { type: "string", format: "binary" },
  none: { type: "null" },
  enum: { type: "string" },
  list: { type: "array" },
  map: { type: "object" },
  dict: { type: "object" },
};

/** The type that a name means which is none: `float`, `date`, `String`. */
export function mendType(schema: Raw, type: unknown, at: string): Pick<Mend, "assumed" | "edits"> | undefined {
  const { parent, key } = splitPointer(at);
  const isItem = /^\d+$/.test(key);
  // YAML reads `[string, null]` so.
  if (type === null && isItem) {
    const edits: readonly Edit[] = [{ op: "item", pointer: parent, index: Number(key), value: "null" }];
    return { assumed: '"null" is assumed', edits };
  }
  if (type === null) return { assumed: "any type is assumed", edits: [{ op: "remove", pointer: at }] };
  if (typeof type !== "string") return undefined;
  const name = type.trim().toLowerCase();
  const known = ["null", "boolean", "integer", "number", "string", "array", "object"].includes(name)
    ? { type: name }
    : Object.hasOwn(TYPE_NAMES, name)
      ? TYPE_NAMES[name]
      : undefined;
  if (known === undefined) {
    // A list that holds it allows what nobody can name, so it allows anything.
    const pointer = isItem ? parent : at;
    return { assumed: "any value is assumed", edits: [{ op: "remove", pointer }] };
  }
  if (isItem) {
    const assumed = `${show(known.type)} is assumed`;
    return { assumed, edits: [{ op: "item", pointer: parent, index: Number(key), value: known.type }] };
  }
  const format = "format" in schema ? undefined : known.format;
  const edits: Edit[] = [{ op: "set", pointer: parent, key, value: known.type }];
  if (format !== undefined) edits.push({ op: "set", pointer: parent, key: "format", value: format });
  return {
    assumed: `${show(known.type)}${format === undefined ? "" : ` of format ${show(format)}`} is assumed`,
    edits,
  };
}

/** A number or boolean that was written as text, and null where an author left a place empty. */
export function mendScalar(
  value: unknown,
  expected: "number" | "boolean" | "string",
  at: string,
): Pick<Mend, "assumed" | "edits"> | undefined {
  if (value === null) return { assumed: "it is left out", edits: [{ op: "remove", pointer: at }] };
  const { parent, key } = splitPointer(at);
  const fit = expected === "string" ? textIn(value) : (fitValue(value, expected) ?? wordIn(value, expected));
  if (fit === undefined) return undefined;
  return { assumed: `${show(fit)} is assumed`, edits: [{ op: "set", pointer: parent, key, value: fit }] };
}

/** Booleans as YAML 1.1 writes them. */
function wordIn(value: unknown, expected: string): boolean | undefined {
  if (expected !== "boolean" || typeof value !== "string") return undefined;
  return /^(?:yes|on)$/i.test(value) ? true : /^(?:no|off)$/i.test(value) ? false : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
