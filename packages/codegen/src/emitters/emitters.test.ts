import { expect, test } from "vitest";
import type { Config } from "../config/config.ts";
import { sdkName } from "../emit/sdk-name.ts";
import { emitTree } from "../generate-tree.ts";
import { msw } from "./msw.ts";
import { tanstackQuery } from "./tanstack-query.ts";
import { zod } from "./zod.ts";

const json = (schema: object) => ({ 200: { description: "Done", content: { "application/json": { schema } } } });
const pet = { $ref: "#/components/schemas/Pet" };
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "extra"],
        properties: {
          id: { type: "integer", minimum: 1 },
          name: { type: ["string", "null"], minLength: 1, maxLength: 9 },
          kind: { enum: ["cat", 2, null] },
          parent: pet,
          tags: { type: "array", items: { type: "string" }, maxItems: 3 },
          price: { oneOf: [{ type: "number", exclusiveMaximum: 5 }, { const: "free" }] },
          toString: { type: "string" },
          labels: { type: "object", additionalProperties: { type: "boolean" } },
        },
      },
      Long: { type: "integer", format: "int64", minimum: 1 },
      Closed: { type: "object", additionalProperties: false, properties: {} },
      Open: { type: "object", properties: {} },
      Both: { allOf: [pet, { $ref: "#/components/schemas/Open" }] },
    },
  },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "pet", responses: json(pet), parameters: [{ name: "q", in: "query", schema: {} }] },
      delete: { operationId: "drop", responses: { 204: { description: "Gone" } } },
      put: {
        operationId: "swap",
        responses: { ...json(pet), 202: { description: "Later", content: { "application/json": { schema: {} } } } },
      },
      patch: {
        operationId: "text",
        responses: { 200: { description: "", content: { "text/plain": { schema: pet } } } },
      },
    },
  },
};

function emit(path: string, name = "acme", options: Config = {}): string {
  const config = { emitters: [zod(), tanstackQuery(), msw()], ...options };
  return emitTree(JSON.stringify(DOCUMENT), "a", { config, sdk: sdkName(name) }).get(path) ?? "";
}

test("a schema of Zod has the patterns, steps, places and types of others that the document has", () => {
  const properties = {
    code: { type: "string", pattern: "^[a-z/]+$" },
    // `\\_` is none with the flag `u`.
    plain: { type: "string", pattern: "^a\\_b$" },
    // Ways to divide a text among these are tried without end.
    slow: { type: "string", pattern: "^(\\w+\\s?)+$" },
    step: { type: "number", multipleOf: 0.5 },
    pair: { type: "array", prefixItems: [{ type: "string" }], minItems: 1, maxItems: 1, uniqueItems: true },
    more: { type: "object", properties: { n: { type: "integer" } }, additionalProperties: { type: "string" } },
  };
  const document = {
    ...DOCUMENT,
    components: { schemas: { ...DOCUMENT.components.schemas, All: { type: "object", properties } } },
  };
  const file = emitTree(JSON.stringify(document), "a", { config: { emitters: [zod()] } }).get("zod/index.ts") ?? "";
  for (const line of [
    'code: z.string().regex(new RegExp("^[a-z/]+$", "u")).optional(),',
    'plain: z.string().regex(new RegExp("^a\\\\_b$")).optional(),',
    "slow: z.string().optional(),",
    "step: z.number().multipleOf(0.5).optional(),",
    "pair: z.tuple([z.string()]).refine(isUnique).optional(),",
    "}).catchall(z.string()).optional(),",
    "function isUnique(",
  ])
    expect(file).toContain(line);
  expect(emit("zod/index.ts")).not.toContain("isUnique");
});

test("types and Zod say by properties what a mapping, lists of required names and names of members say", () => {
  const text = { type: "string" };
  const tagged = (name: string) => ({
    type: "object",
    required: ["kind", name],
    properties: { kind: text, [name]: text },
  });
  const schemas = {
    Dog: tagged("bark"),
    Cat: tagged("purr"),
    Pet: {
      oneOf: [{ $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Cat" }],
      discriminator: { propertyName: "kind", mapping: { dog: "Dog", cat: "Cat", lion: "#/components/schemas/Cat" } },
    },
    Lookup: {
      type: "object",
      properties: { sku: text, code: text, country: text },
      oneOf: [
        { required: ["sku"], not: { anyOf: [{ required: ["code"] }, { required: ["country"] }] } },
        { required: ["code", "country"], not: { required: ["sku"] } },
      ],
    },
    Language: { type: "string", enum: ["en", "fr"] },
    Texts: {
      type: "object",
      propertyNames: { $ref: "#/components/schemas/Language" },
      additionalProperties: { type: "string", maxLength: 8 },
    },
    One: { type: "object", propertyNames: { const: "x" }, additionalProperties: { type: "number" } },
    Codes: { type: "object", propertyNames: { pattern: "^[A-Z]$" }, additionalProperties: { type: "integer" } },
  };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, components: { schemas } };
  const files = emitTree(JSON.stringify(document), "a", { config: { emitters: [zod()] } });
  const plain = (path: string) => (files.get(path) ?? "").replaceAll(/\s+/g, " ");
  for (const line of [
    'z.intersection(Dog, z.looseObject({ kind: z.literal(["dog"]), }))',
    'z.intersection(Cat, z.looseObject({ kind: z.literal(["cat", "lion"]), }))',
    "sku: z.string(), code: z.never().optional(), country: z.never().optional(),",
    "code: z.string(), country: z.string(), sku: z.never().optional(),",
    "z.strictObject({ en: z.string().max(8).optional(), fr: z.string().max(8).optional(), })",
    "z.strictObject({ x: z.number().optional(), })",
    'z.record(z.string().regex(new RegExp("^[A-Z]$", "u")), z.int())',
  ])
    expect(plain("zod/index.ts")).toContain(line);
  for (const line of [
    '(Dog & { kind: "dog"; }) | (Cat & { kind: "cat" | "lion"; })',
    "{ sku: string; code?: never; country?: never; } | { code: string; country: string; sku?: never; }",
    "Texts = { en?: string; fr?: string; };",
    "One = { x?: number; };",
  ])
    expect(plain("types/openapi.ts")).toContain(line);
});

test("a value with a listed tag of an open union is none of the unlisted variants", () => {
  const variant = (kind: string) => ({ type: "object", required: ["kind"], properties: { kind: { const: kind } } });
  const schemas = { Pet: { oneOf: [variant("cat"), variant("dog"), { type: "null" }], "x-svc-open": true } };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, components: { schemas } };
  const file = emitTree(JSON.stringify(document), "a", { config: { emitters: [zod()] } }).get("zod/index.ts") ?? "";
  expect(file).toContain('kind: z.string().refine((tag) => !["cat", "dog"].includes(tag)),');
});

test("a schema of Zod checks days and times: with an offset, unless the service is written in Python", () => {
  const schemas = {
    Event: {
      type: "object",
      properties: { on: { type: "string", format: "date" }, at: { type: "string", format: "date-time" } },
    },
  };
  const fileOf = (more: object) => {
    const components = { schemas: { ...schemas, ...more } };
    const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, components };
    return emitTree(JSON.stringify(document), "a", { config: { emitters: [zod()] } }).get("zod/index.ts") ?? "";
  };
  const patternOf = (file: string, name: string) =>
    new RegExp(JSON.parse(file.match(`const ${name} = .*RegExp\\(\\s*(".*")\\s*\\);`)?.[1] ?? "null"));
  const strict = fileOf({});
  expect(strict).toContain("on: z.string().regex(DAY).optional(),");
  expect(strict).toContain("at: z.string().regex(TIME).optional(),");
  const day = patternOf(strict, "DAY");
  expect(["2024-02-29", "2024-13-01", "2024-1-1"].map((text) => day.test(text))).toEqual([true, false, false]);
  const texts = ["2024-01-01T00:00:00+02:00", "2024-01-01t00:00:00.123456789z", "2024-01-01T00:00:00", "2024-01-01"];
  expect(texts.map((text) => patternOf(strict, "TIME").test(text))).toEqual([true, true, false, false]);
  const python = fileOf({
    HTTPValidationError: { type: "object", properties: { detail: { type: "array", items: {} } } },
  });
  expect(texts.map((text) => patternOf(python, "LOCAL_TIME").test(text))).toEqual([true, true, true, false]);
});

test("a schema of Zod says what the schema of the document says", () => {
  const file = emit("zod/index.ts");
  for (const line of [
    "id: z.int().min(1),",
    "name: z.union([z.string().min(1).max(9), z.null()]).optional(),",
    'kind: z.literal(["cat", 2, null]).optional(),',
    "parent: Pet.optional(),",
    "tags: z.array(z.string()).max(3).optional(),",
    'price: z.union([z.number().lt(5), z.literal(["free"])]).optional(),',
    "labels: z.record(z.string(), z.boolean()).optional(),",
    'toString: z.union([z.string(), z.custom((value) => value === Reflect.get(Object.prototype, "toString"))]).optional(),',
    "extra: z.any().refine((value) => value !== undefined),",
    "export const Closed = /* @__PURE__ */ z.lazy(() => z.strictObject({})) as unknown as z.ZodType<t.Closed>;",
    "z.lazy(() => z.intersection(Pet, Open))",
    "z.lazy(() => z.number().multipleOf(1).min(1))",
    "swap: /* @__PURE__ */ z.lazy(() => z.union([Pet, z.unknown()])),",
    "pet: /* @__PURE__ */ z.lazy(() => Pet),",
  ]) {
    expect(file).toContain(line);
  }
});

test("what reads is a query with a key of its arguments, what writes a mutation", () => {
  const file = emit("query/index.ts");
  expect(file).toContain('queryKey: ["pets.get", ...args.slice(0, 2)] as const');
  expect(file).toContain("client.pets.get(...withSignal(args, 2, signal))");
  expect(file).toContain("export const dropMutation = (client: AcmeClient) =>");
  expect(emit("query/index.ts", "svc")).toContain("type SvcClient = ReturnType<typeof createSvcClient>;");
});

test("bigints are text in keys, which are compared as JSON", () => {
  const file = emit("query/index.ts", "acme", { int64: "bigint" });
  expect(file).toContain('queryKey: ["pets.get", ...keyOf(args.slice(0, 2))] as const');
  const text = /function keyOf\(.*?\): readonly unknown\[\] \{\n(.*?)\n\}/s.exec(file)?.[1] ?? "";
  const keyOf = new Function("args", text) as (args: unknown[]) => unknown[];
  expect(keyOf([9007199254740993n, { ids: [1n], at: new Date(0) }, undefined])).toEqual([
    "9007199254740993n",
    { ids: ["1n"], at: "1970-01-01T00:00:00.000Z" },
    null,
  ]);
});

test("handlers of Mock Service Worker answer by the fake", () => {
  const file = emit("msw/index.ts");
  expect(file).toContain(
    "export function createAcmeHandlers(fake: ReturnType<typeof createFakeAcme> = createFakeAcme())",
  );
});

test("the packages of emitters are installed with the tree", () => {
  const { dependencies, exports } = JSON.parse(emit("package.json"));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["zod", "@tanstack/react-query", "msw"]));
  expect(Object.keys(exports)).toEqual(expect.arrayContaining(["./zod", "./query", "./msw"]));
});
