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
