import { createModel, readDocument, type Schema } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { astToString, type GlobalContext, type SchemaObject, transformSchemaObject } from "openapi-typescript";
import { expect, test } from "vitest";
import { printSchema } from "./print-schema.ts";
import { quoted } from "./printed-type.ts";
import { toTypeSchema } from "./type-schema.ts";

type Named = { readonly [name: string]: Schema };

const byName = (name: string): string => `components["schemas"][${quoted(name)}]`;
const ours = (schema: Schema, schemas: Named): string => printSchema(schema, { schemas, reference: byName }, 0).text;

/** The same type, printed by openapi-typescript. */
function theirs(schema: Schema, schemas: Named): string {
  const ctx = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    resolve: ($ref: string) => schemas[$ref.split("/").at(-1) ?? ""],
  } as unknown as GlobalContext;
  return astToString(transformSchemaObject(schema as SchemaObject, { path: "#/type", ctx })).trimEnd();
}

/** Without the JSDoc tag of JavaScript's enums, and with comments of one line on one. */
function withoutEnumTags(source: string): string {
  return source
    .replaceAll(/^ *\/\*\* @enum .*\n/gm, "")
    .replaceAll(/\n *\* @enum .*/g, "")
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */");
}

/** Schemas that openapi-typescript has types for: open enums and tuples are this generator's own. */
const isPlain = (schema: Schema): boolean => !/"x-svc-|"prefixItems"/.test(JSON.stringify(schema));

test.each(FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github"))(
  "schemas of $name are printed as openapi-typescript does",
  ({ read, file }) => {
    const { schemas } = createModel(readDocument(read(), file).document);
    const types = Object.values(schemas).map(
      ({ wireName, schema }) => [wireName, toTypeSchema(schema, schemas)] as const,
    );
    const named: Named = Object.fromEntries(types);
    for (const [, schema] of types.filter(([, one]) => isPlain(one)))
      expect(withoutEnumTags(ours(schema, named))).toBe(withoutEnumTags(theirs(schema, named)));
  },
);

const text: Schema = { type: "string" };
const CASES: { readonly [what: string]: Schema } = {
  "an object of another and of no name": { type: "object", properties: { 200: text, "a-b": text, "é\u0000": text } },
  "texts of all characters": { enum: ['a"b\\', "\u2028", "é", "\n", -1, 1e21, null, true] },
  "a list of alternatives": {
    type: "array",
    items: { oneOf: [text, { type: ["integer", "null"] }, { $ref: "#/components/schemas/Named" }] },
  },
  "lists in lists": { type: "array", items: { type: "array", items: { anyOf: [{ type: "array", items: text }] } } },
  "parts that require": {
    required: ["id"],
    allOf: [{ $ref: "#/components/schemas/Named" }, { properties: { a: text } }],
  },
  "names of any text": { type: "object", properties: { a: text }, additionalProperties: { type: ["string", "null"] } },
  "comments of several lines": {
    type: "object",
    properties: {
      a: { ...text, title: " a ", description: "x\r\n\n\t y */ z\u2028w", default: "", examples: [{ a: [1] }] },
    },
  },
  nothing: {},
  "a value of one text": { const: { a: [1, "b", []], c: {} } as never },
};

test.each(Object.entries(CASES))("%s is printed as openapi-typescript does", (_, schema) => {
  const named = { Named: { type: "object", properties: { id: text } } } as const;
  expect(withoutEnumTags(ours(schema, named))).toBe(withoutEnumTags(theirs(schema, named)));
});
