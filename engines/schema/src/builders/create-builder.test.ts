import { readFileSync } from "node:fs";
import { createModel, parseDocument, refTo, type Schema } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { expect, test } from "vitest";
import { createBuilders } from "./create-builders.ts";
import type { Builder } from "./types.ts";

type Builders = { readonly [name: string]: Builder<{ readonly [name: string]: unknown }> };

function buildersOf(schemas: { readonly [name: string]: Schema }): Builders {
  const info = { title: "Overrides", version: "1.0.0" };
  return createBuilders(createModel({ openapi: "3.1.0", info, paths: {}, components: { schemas } }));
}

const OWN = new URL("../../../../spec/openapi.yaml", import.meta.url);
const DOCUMENTS = [
  { file: "spec/openapi.yaml", read: () => readFileSync(OWN, "utf8") },
  ...FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github"),
];

test.each(DOCUMENTS)("what a builder of $file gives is accepted as its overrides", { timeout: 120_000 }, (document) => {
  const model = createModel(parseDocument(document.read(), document.file).document);
  const build = createBuilders(model) as Builders;
  for (const { builderName } of Object.values(model.schemas)) {
    const builder = build[builderName] as Builders[string];
    for (const value of [builder(), builder.minimal(), builder.maximal()]) expect(() => builder(value)).not.toThrow();
  }
});

test("a part of a value is accepted where alternatives overlap", () => {
  const string: Schema = { type: "string" };
  const Folder: Schema = { type: "object", properties: { name: string } };
  const File: Schema = { allOf: [{ $ref: refTo("Folder") }, { type: "object", properties: { rev: string } }] };
  const Link: Schema = { oneOf: [{ $ref: refTo("File") }, { $ref: refTo("Folder") }] };
  const build = buildersOf({ Folder, File, Link });
  expect(build["link"]?.({ name: "a" })).toMatchObject({ name: "a" });
  expect(build["link"]?.({ name: undefined })).not.toHaveProperty("name");
  expect(() => build["link"]?.({ name: 1 } as never)).toThrow("build.link");
});

test("an unknown override shows on one line, cut", () => {
  const build = buildersOf({ Pet: { type: "object", properties: { name: { type: "string" } } } });
  expect(() => build["pet"]?.({ [`\u202e${"a".repeat(1e6)}`]: 1 })).toThrow(
    /^build\.pet: unknown property "\\u202ea{79}"; did you mean "name"\?$/,
  );
});
