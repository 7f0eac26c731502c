import { expect, test } from "vitest";
import { readDocument } from "../load/parse/parse-document.ts";
import { pointerTokens, valueAt } from "../load/pointer.ts";
import { formatRepair } from "./repair.ts";
import { repairDocument } from "./repair-document.ts";

function repair(more: object) {
  const { document, findings, rounds } = repairDocument(
    { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, ...more },
    { file: "a.json" },
  );
  const told = rounds.flatMap(({ repairs }) => repairs.map(formatRepair));
  return { ...(document as { components: { schemas: unknown }; paths: unknown; info: unknown }), findings, told };
}

const repairSchemas = (schemas: object) => repair({ components: { schemas } });

test("values of a type by another name are kept, and judged once its name is right", () => {
  const { components } = repairSchemas({
    A: { type: "String", enum: ["a", "b"], default: "a" },
    B: { type: "float", default: 1.5, example: "much" },
    C: { type: ["String", "null"], enum: ["a", null] },
  });
  expect(components.schemas).toEqual({
    A: { type: "string", enum: ["a", "b"], default: "a" },
    B: { type: "number", format: "float", default: 1.5 },
    C: { type: ["string", "null"], enum: ["a", null] },
  });
});

test("a type that nobody knows allows any value", () => {
  const { components, findings } = repairSchemas({ A: { type: "any", default: 5 }, B: { type: ["string", "Pet"] } });
  expect(findings).toEqual([]);
  expect(components.schemas).toEqual({ A: { default: 5 }, B: {} });
});

test.each([
  "#/definitions/A",
  "#/schemas/A",
  "#components/schemas/A",
  "/components/schemas/A",
  "components/schemas/A",
  "A",
])("%s is read as the schema that it means", ($ref) => {
  const { components, findings } = repairSchemas({ A: { type: "string" }, B: { $ref } });
  expect(findings).toEqual([]);
  expect(components.schemas).toMatchObject({ B: { $ref: "#/components/schemas/A" } });
});

test.each(["#/definitions/B", "#/responses/A", "#/components/none"])("%s, where nothing is, is any value", ($ref) => {
  expect(repairSchemas({ A: { type: "string" }, C: { $ref } }).components.schemas).toMatchObject({ C: {} });
});

test("a format of which no text has an allowed length is left out", () => {
  const example = "536e564f316c83104c000020";
  const short = { type: "string", minLength: 24, maxLength: 24, example };
  const { components, told } = repairSchemas({
    A: { ...short, format: "uuid" },
    B: { type: "string", format: "date", minLength: 11 },
    C: { type: "string", format: "uuid", maxLength: 36 },
  });
  expect(components.schemas).toEqual({
    A: short,
    B: { type: "string", minLength: 11 },
    C: { type: "string", format: "uuid", maxLength: 36 },
  });
  expect(told[0]).toBe(
    'a.json#/components/schemas/A/format: repaired: is "uuid", of which no text has at most 24 characters; it is left out',
  );
});

test("a template is written out where a schema binds its dynamic references", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const bind = (name: string) => ({ $defs: { item: { $dynamicAnchor: "item", ...ref(name) } }, ...ref("Page") });
  const own = { item: { $dynamicAnchor: "item", not: {} } };
  const properties = (items: object) => ({ items: { type: "array", items }, total: { type: "integer" } });
  const page = (items: object) => ({ type: "object", properties: properties(items), required: ["items"] });
  const schemas = {
    Page: { $id: "page", $defs: own, ...page({ $dynamicRef: "#item" }) },
    Pet: { type: "object" },
    Pets: { description: "Pets", ...bind("Pet") },
    Shelf: { properties: { tags: bind("Tag"), pets: { ...ref("Page"), description: "Not bound" } } },
    Tag: { type: "string" },
  };
  const { components, findings, told } = repairSchemas(schemas);
  expect(findings).toEqual([]);
  expect(told[0]).toBe(
    "a.json#/components/schemas/Pets: repaired: binds a template by $dynamicAnchor; the template is written out",
  );
  expect(components.schemas).toEqual({
    ...schemas,
    Pets: { description: "Pets", ...page(ref("Pet")) },
    Shelf: { properties: { ...schemas.Shelf.properties, tags: page(ref("Tag")) } },
  });
});

test("templates that bind templates without end are refused, and soon", () => {
  const bind = (name: string) => ({
    $defs: { item: { $dynamicAnchor: "item", type: "string" } },
    $ref: `#/components/schemas/${name}`,
  });
  const names = Array.from({ length: 12 }, (_, index) => `T${index}`);
  const template = (index: number) => ({
    $defs: { item: { $dynamicAnchor: "item" } },
    allOf: [{ $dynamicRef: "#item" }, ...Array.from({ length: 90 }, () => bind(`T${(index + 1) % names.length}`))],
  });
  const schemas = Object.fromEntries(names.map((name, index) => [name, template(index)]));
  expect(repairSchemas(schemas).findings.length).toBeGreaterThan(0);
});

test("a discriminator without its property is left out, and so is a value that leads to no schema", () => {
  const oneOf = [{ $ref: "#/components/schemas/A" }];
  const discriminator = { propertyName: "a", mapping: { a: 5 } };
  const { components } = repairSchemas({ A: {}, B: { oneOf, discriminator: {} }, C: { oneOf, discriminator } });
  expect(components.schemas).toEqual({
    A: {},
    B: { oneOf },
    C: { oneOf, discriminator: { propertyName: "a", mapping: {} } },
  });
});

test.each([[[]], ["Pets"], [5]])("info that is %j is one that says nothing", (info) => {
  expect(repair({ info }).info).toEqual({ title: "API", version: "0.0.0" });
});

test("white space at the ends of a path is removed, a whole address is refused", () => {
  const item = { get: { responses: { 200: { description: "Done" } } } };
  expect(repair({ paths: { " /a ": item } }).paths).toEqual({ "/a": item });
  const { findings, paths } = repair({ paths: { "https://a.example/b": item } });
  expect(findings).toMatchObject([{ pointer: "/paths/https:~1~1a.example~1b" }]);
  expect(paths).toEqual({ "https://a.example/b": item });
});

test("parameters after a colon are in braces where the path declares them", () => {
  const responses = { 200: { description: "Done" } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const paths = { "/a/:id/b:run/:other": { parameters, get: { responses } }, "/b/:id": { get: { responses } } };
  expect(Object.keys(repair({ paths }).paths as object)).toEqual(["/b/:id", "/a/{id}/b:run/:other"]);
});

test("numerals of a string's enum are the texts that the document has", () => {
  const { document } = readDocument("{ type: string, enum: [1.0, 007, 0x1F, 2, 1e3] }", "a.yaml");
  expect(document).toEqual({ type: "string", enum: ["1.0", "007", "0x1F", 2, "1e3"] });
  expect(readDocument("{ type: number, enum: [1.0] }", "a.yaml").document).toEqual({ type: "number", enum: [1] });
});

test.each([
  ["a map of media types", "/paths/~1a/get/responses/200/content", "#/components/responses/Ok/content"],
  ["a map of properties", "/components/schemas/A/properties", "#/components/schemas/B/properties"],
  ["a list", "/paths/~1a/get/parameters", "#/paths/~1b/get/parameters"],
  ["an operation", "/paths/~1a/get", "#/paths/~1b/get"],
])("a reference in the place of %s is written out", (_, pointer, $ref) => {
  const content = { "application/json": { schema: { type: "string" } } };
  const responses = { "200": { description: "", content } };
  const parameters = [{ name: "q", in: "query", schema: { type: "string" } }];
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/a": { get: { parameters: [], responses } }, "/b": { get: { parameters, responses } } },
    components: {
      responses: { Ok: { description: "", content } },
      schemas: { A: { properties: {} }, B: { properties: { b: { type: "string" } } } },
    },
  };
  const put = (value: unknown) => {
    const copy: unknown = structuredClone(document);
    const tokens = pointerTokens(pointer) ?? [];
    Reflect.set(valueAt(copy, tokens.slice(0, -1)) as object, tokens.at(-1) ?? "", value);
    return copy;
  };
  const repaired = repairDocument(put({ $ref }));
  expect(repaired.findings).toEqual([]);
  expect(repaired.document).toEqual(put(valueAt(document, pointerTokens($ref.slice(1)) ?? [])));
  expect(repairDocument(put({ $ref: "#/nowhere" })).findings[0]?.message).toBe(
    '"#/nowhere" leads to nothing that can be written here; write what it stands for',
  );
});

test("maps of one document that each hold the next one twice are refused, once", () => {
  const map = (next: object) => ({ a: { properties: next }, b: { properties: next } });
  const to = (index: number) => ({ $ref: `#/components/schemas/S${index}/properties` });
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`S${index}`, { properties: map(to(index + 1)) }]),
  );
  const end = { properties: { z: { type: "string" } } };
  const { findings } = repairDocument({
    ...{ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} },
    components: { schemas: { ...schemas, S30: end } },
  });
  expect(findings.filter(({ message }) => message.includes("makes the document far larger"))).toHaveLength(1);
});
