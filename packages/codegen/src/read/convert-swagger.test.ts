import { readFileSync } from "node:fs";
import { createModel, type Finding, findOperation } from "@svc/model";
import { expect, test } from "vitest";
import { emitTree } from "../generate-tree.ts";
import { loadConverter, mayBeSwagger } from "./convert-swagger.ts";
import { prepareDocument } from "./prepare-document.ts";

const TEXT = readFileSync(new URL("../../../../engines/model/fixtures/swagger.json", import.meta.url), "utf8");

test("Swagger 2.0 is read as OpenAPI 3.0, and that is told", async () => {
  const convert = await loadConverter();
  const warnings: Finding[] = [];
  const { document } = prepareDocument(TEXT, "a.json", { convert, onWarning: (warning) => warnings.push(warning) });
  expect(warnings.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual([
    "/swagger: is Swagger 2.0, and is read as OpenAPI 3.0.4; convert the document",
  ]);
  const model = createModel(document, { strict: true });
  const operation = (id: string) => findOperation(model.operations, id);
  expect(operation("addPet")?.body).toMatchObject({ required: true, content: [{ mediaType: "application/json" }] });
  expect(operation("listPets")?.parameters).toMatchObject([
    { name: "limit", in: "query" },
    { name: "tags", style: "form", explode: true },
    { name: "ids", style: "pipeDelimited", explode: false },
    { name: "csv", style: "form", explode: false },
  ]);
  expect(operation("upload")?.body?.content).toMatchObject([
    { mediaType: "multipart/form-data", schema: { properties: { file: { format: "binary" } } } },
  ]);
  expect(operation("form")?.responses).toMatchObject([
    { status: "200", content: [{ mediaType: "application/octet-stream" }] },
  ]);
  expect(model.securitySchemes).toMatchObject({ key: { type: "apiKey", in: "header" }, basic: { type: "http" } });
});

test("a hierarchy of Swagger 2.0 is one of its subtypes, on three levels", async () => {
  const convert = await loadConverter();
  const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
  const own = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } });
  const properties = { kind: { type: "string" }, name: { type: "string" } };
  const definitions = {
    Animal: { type: "object", discriminator: "kind", required: ["kind"], properties },
    Dog: { allOf: [ref("Animal"), own("bark")] },
    Cat: { allOf: [ref("Animal"), own("purr")] },
    Puppy: { "x-ms-discriminator-value": "pup", allOf: [ref("Dog"), own("weeks")] },
  };
  const responses = { 200: { description: "Done", schema: ref("Animal") } };
  const paths = { "/animals": { get: { operationId: "animal", produces: ["application/json"], responses } } };
  const text = JSON.stringify({ swagger: "2.0", info: { title: "Zoo", version: "1" }, paths, definitions });
  const { document } = prepareDocument(text, "a.json", { convert });
  const { schemas } = createModel(document);
  const to = (name: string) => `#/components/schemas/${name}`;
  expect(schemas["Animal"]?.schema).toMatchObject({
    oneOf: [{ $ref: to("Dog") }, { $ref: to("Cat") }, { $ref: to("Puppy") }],
    discriminator: { propertyName: "kind", mapping: { Dog: to("Dog"), Cat: to("Cat"), pup: to("Puppy") } },
  });
  const tagOf = (name: string) => schemas[name]?.schema.allOf?.[0]?.properties?.["kind"]?.enum;
  expect(["Dog", "Cat", "Puppy"].map(tagOf)).toEqual([["Dog"], ["Cat"], ["pup"]]);
  expect(schemas["Puppy"]?.schema.allOf).toMatchObject([{}, own("bark"), own("weeks")]);
});

test("without the converter, it is refused", () => {
  expect(() => emitTree(TEXT, "a.json")).toThrow(/a\.json#\/swagger: is "2\.0"; convert the document/);
});

test.each([
  ['{"swagger": "2.0"}', true],
  ["swagger: 2.0\n", true],
  ['{"openapi": "3.0.0"}', false],
])("%j may be Swagger: %j", (text, expected) => {
  expect(mayBeSwagger(text)).toBe(expected);
});
