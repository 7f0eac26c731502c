import { asObject, get, isObject, type Raw } from "../../build/raw.ts";
import { type Form, isTypeName, KEYWORDS, keywordsWith, TYPE_NAMES } from "../../keywords.ts";
import { type Edit, replaceAt } from "../../repair/repair.ts";
import { checkFormat, checkValues, mendNullable, mendSchema } from "../../repair/schemas.ts";
import { mendScalar, mendType } from "../../repair/values.ts";
import { checkSwitch, checkTraits } from "../extensions/check-extensions.ts";
import { kindOf, show } from "../finding.ts";
import { childPointer, componentName } from "../pointer.ts";
import type { Node } from "../walk.ts";
import type { CheckContext } from "./context.ts";

/** Kinds of values of keywords; the keys are what a message calls them. */
const EXPECTED = {
  "a number": (value) => typeof value === "number",
  "a number above 0": (value) => typeof value === "number" && value > 0,
  "a whole number from 0": (value) => Number.isInteger(value) && (value as number) >= 0,
  "a number or boolean": (value) => typeof value === "number" || typeof value === "boolean",
  "a boolean": (value) => typeof value === "boolean",
  "a string": (value) => typeof value === "string",
  "a list": (value) => Array.isArray(value),
  "an object or a property's name": (value) => typeof value === "string" || isObject(value),
  "an object": isObject,
} satisfies { readonly [expectation: string]: (value: unknown) => boolean };

type Expectation = keyof typeof EXPECTED;

/** Types that values of a form must have if they reach code: anything else would be pasted where a number belongs. */
const BY_FORM: { readonly [form in Form]?: Expectation } = {
  number: "a number",
  step: "a number above 0",
  // Booleans in 3.0, numbers in 3.1; each is clear in the other as well.
  exclusive: "a number or boolean",
  count: "a whole number from 0",
  flag: "a boolean",
  text: "a string",
  pattern: "a string",
  values: "a list",
  discriminator: "an object or a property's name",
};

/** Of keywords that the model does not have. */
const OTHERS: readonly (readonly [keyword: string, expectation: Expectation])[] = [
  ["nullable", "a boolean"],
  ["$id", "a string"],
  ["$anchor", "a string"],
  ["$dynamicAnchor", "a string"],
];

const EXPECTED_BY_KEYWORD: ReadonlyMap<string, Expectation> = new Map([
  ...keywordsWith(({ form }) => BY_FORM[form] !== undefined).map(
    (name) => [name, BY_FORM[KEYWORDS[name].form] as Expectation] as const,
  ),
  ...OTHERS,
]);

/** Checks one Schema Object, without what is below it. */
export function checkSchema(node: Node, context: CheckContext): void {
  const { value, pointer } = node;
  if (typeof value === "boolean") return;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const advice = "a schema is an object, or true or false";
    const known = mendSchema(value, pointer, context.root);
    if (known === undefined) context.refuse(pointer, `is ${kindOf(value)}; ${advice}`);
    else context.mend(pointer, { wrong: `is ${kindOf(value)}`, advice, ...known });
    return;
  }
  const schema = value as Raw;
  for (const keyword of Object.keys(schema)) {
    const expectation = EXPECTED_BY_KEYWORD.get(keyword);
    if (expectation !== undefined && !EXPECTED[expectation](schema[keyword])) {
      checkKeyword(schema[keyword], expectation, childPointer(pointer, keyword), context);
    }
  }
  checkType(schema, pointer, context);
  checkRequired(schema, pointer, context);
  checkDiscriminator(schema, pointer, context);
  checkSwitch(schema, "x-svc-open", pointer, context);
  checkTraits(schema, pointer, context);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const list = schema[keyword];
    if (Array.isArray(list) && list.length === 0) {
      context.warn(childPointer(pointer, keyword), "is empty and left out; remove it or add a schema");
    }
  }
  if (schema["readOnly"] === true && schema["writeOnly"] === true) {
    context.warn(pointer, "is readOnly and writeOnly, so it is neither sent nor received; keep one of the two");
  }
  checkNullable(schema, pointer, context);
  checkFormat(schema, pointer, context);
  // Whether a value is of a type can be told once the type is one: values of `type: String` are looked at when it is mended.
  if (typesOf(schema).every(isTypeName)) checkValues(schema, pointer, context);
}

/** `nullable` of OpenAPI 3.1, which has no such keyword, or null that a schema allows beside what forbids it to the letter. */
export function checkNullable(schema: Raw, pointer: string, { is30, mend }: CheckContext): void {
  const at = childPointer(pointer, "nullable");
  const isNullable = schema["nullable"] === true;
  if (isNullable && !is30) {
    mend(at, mendNullable(schema, pointer));
    return;
  }
  const types = typesOf(schema);
  if (!isNullable && !(types.length > 1 && types.includes("null"))) return;
  const { $ref, enum: listed } = schema;
  const edits: Edit[] = [];
  if (isNullable && typeof $ref === "string") {
    edits.push({ op: "remove", pointer: childPointer(pointer, "$ref") });
    edits.push({ op: "set", pointer, key: "allOf", value: [{ $ref }] });
  }
  if (Array.isArray(listed) && listed.length > 0 && !listed.includes(null))
    edits.push({ op: "append", pointer: childPointer(pointer, "enum"), value: null });
  if (edits.length === 0) return;
  mend(isNullable ? at : childPointer(pointer, "enum"), {
    wrong: isNullable
      ? "says nothing beside a reference, or an enum without null"
      : "has no null, which the type allows",
    advice: "put the reference into an allOf, and null into the enum",
    assumed: "null is a value",
    edits,
  });
}

function typesOf({ type = [] }: { readonly type?: unknown }): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** Numbers and booleans in quotes, and places left empty, are read as what they are meant to be. */
function checkKeyword(value: unknown, expectation: Expectation, at: string, context: CheckContext): void {
  const wrong = `is ${show(value)}`;
  const advice = `write ${expectation}`;
  const expected = /number/.test(expectation) ? "number" : expectation === "a boolean" ? "boolean" : "string";
  const found = /list|object/.test(expectation) && value !== null ? undefined : mendScalar(value, expected, at);
  const [edit] = found?.edits ?? [];
  const isRight = edit?.op !== "set" || EXPECTED[expectation](edit.value);
  // A length below zero bounds nothing, and a number is a multiple of nothing or of none.
  const isNegative = expectation === "a whole number from 0" && Number.isInteger(value) && (value as number) < 0;
  const isNoStep = expectation === "a number above 0" && typeof value === "number";
  if (isNegative || isNoStep)
    context.mend(at, { wrong, advice, assumed: "it is left out", edits: [{ op: "remove", pointer: at }] });
  else if (found !== undefined && isRight) context.mend(at, { wrong, advice, ...found });
  else context.refuse(at, `${wrong}; ${advice}`);
}

function checkType(schema: Raw, pointer: string, context: CheckContext): void {
  if (!Object.hasOwn(schema, "type")) return;
  const at = childPointer(pointer, "type");
  const { type } = schema as { type: unknown };
  if (Array.isArray(type) && type.length === 0) {
    const edits = [{ op: "remove", pointer: at }] as const;
    context.mend(at, { wrong: "is an empty list", advice: "name a type", assumed: "any type is assumed", edits });
  }
  for (const [index, name] of typesOf(schema).entries()) {
    if (isTypeName(name)) continue;
    const place = Array.isArray(type) ? childPointer(at, index) : at;
    const wrong = `is ${show(name)}`;
    const advice = `write one of ${TYPE_NAMES.join(", ")}`;
    const known = mendType(schema, name, place);
    if (known === undefined) context.refuse(place, `${wrong}; ${advice}`);
    else context.mend(place, { wrong, advice, ...known });
  }
}

function checkRequired(schema: Raw, pointer: string, context: CheckContext): void {
  if (!Object.hasOwn(schema, "required")) return;
  const at = childPointer(pointer, "required");
  const { required } = schema as { required: unknown };
  // `required: true` at a property is how draft 3 wrote it; it constrains nothing here.
  if (typeof required === "boolean")
    context.warn(at, "is a boolean and left out; list the name in the object's required");
  else if (!Array.isArray(required)) checkRequiredText(schema, at, context);
  else {
    for (const [index, name] of required.entries()) {
      if (typeof name !== "string") context.refuse(childPointer(at, index), `is ${show(name)}; write a property name`);
    }
  }
}

/** `required: "true"` at a property, `required:` with nothing behind it, and the name of one property. */
function checkRequiredText({ required, properties }: Raw, at: string, context: CheckContext): void {
  const wrong = `is ${show(required)}`;
  const advice = "write a list of property names";
  const isEmpty = required === null || required === "true" || required === "false";
  const isNothing = typeof required === "object" && required !== null && Object.keys(required).length === 0;
  if (typeof required === "string" && Object.hasOwn(asObject(properties), required)) {
    const edits = replaceAt(at, [required], context.root);
    context.mend(at, { wrong, advice, assumed: "a list of it is assumed", edits });
  } else if (!isEmpty && !isNothing) context.refuse(at, `${wrong}; ${advice}`);
  else context.mend(at, { wrong, advice, assumed: "it is left out", edits: [{ op: "remove", pointer: at }] });
}

function checkDiscriminator(schema: Raw, pointer: string, context: CheckContext): void {
  if (typeof schema["discriminator"] === "string") {
    const at = childPointer(pointer, "discriminator");
    const value = { propertyName: schema["discriminator"] };
    context.mend(at, {
      wrong: `is ${show(schema["discriminator"])}, as Swagger 2.0 has it`,
      advice: "write an object with propertyName",
      assumed: "that property is assumed",
      edits: [{ op: "set", pointer, key: "discriminator", value }],
    });
  }
  if (!Object.hasOwn(schema, "discriminator") || !EXPECTED["an object"](schema["discriminator"])) return;
  const at = childPointer(pointer, "discriminator");
  const { propertyName, mapping, defaultMapping } = schema["discriminator"] as { readonly [field: string]: unknown };
  if (typeof propertyName !== "string") {
    context.mend(childPointer(at, "propertyName"), {
      wrong: `is ${show(propertyName)}`,
      advice: "name the property that tells",
      assumed: "the discriminator is left out, and the schemas tell by themselves",
      edits: [{ op: "remove", pointer: at }],
    });
    return;
  }
  if (defaultMapping !== undefined) checkMapped(defaultMapping, childPointer(at, "defaultMapping"), context);
  if (mapping === undefined) return;
  const mapAt = childPointer(at, "mapping");
  if (!EXPECTED["an object"](mapping)) context.refuse(mapAt, `is ${show(mapping)}; write a map from values to schemas`);
  for (const [name, target] of Object.entries(asObject(mapping)))
    checkMapped(target, childPointer(mapAt, name), context);
}

function checkMapped(target: unknown, at: string, context: CheckContext): void {
  if (typeof target === "string" && isSchemaName(target, context)) return;
  context.mend(at, {
    wrong: `is ${show(target)}, no schema of this document`,
    advice: 'write "#/components/schemas/…"',
    assumed: "it is left out",
    edits: [{ op: "remove", pointer: at }],
  });
}

function isSchemaName(value: string, { root }: CheckContext): boolean {
  const name = value.startsWith("#") ? componentName(value) : value;
  return name !== undefined && Object.hasOwn(asObject(get(get(root, "components"), "schemas")), name);
}
