import { readFileSync } from "node:fs";
import { createModel, type Model, methodArguments, type Operation, parseDocument } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { documentOf, modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createJudge, createResponseJudge, type Judge } from "../../test/support/ajv.ts";
import { createBuilders } from "./create-builders.ts";
import type { BuilderTools } from "./types.ts";

type Tools = BuilderTools<{ [id: string]: unknown[] }>;

/** Problems of the arguments of an operation. */
function argumentProblems(operation: Operation, args: unknown[], judge: Judge): string[] {
  const { path, body, params } = methodArguments(operation);
  const found = path.flatMap(({ parameter }, index) => {
    const value = args[index];
    const leaves = typeof value === "object" && value !== null ? Object.values(value) : [value];
    const isSafe = leaves.length > 0 && leaves.every((leaf) => /^(?!\.+$)[\w~:@+.-]+$/.test(String(leaf)));
    return [judge(parameter.schema, value), isSafe ? undefined : `${JSON.stringify(value)} is no path segment`];
  });
  const rest = args.slice(path.length + (body === undefined ? 0 : 1));
  const object = (rest[0] ?? {}) as { [key: string]: unknown };
  for (const { key, parameter } of params) {
    if (parameter.required && !Object.hasOwn(object, key)) found.push(`${key} is missing`);
    if (Object.hasOwn(object, key)) found.push(judge(parameter.schema, object[key]));
  }
  return found.flatMap((problem) => (problem === undefined ? [] : [`${operation.id}: ${problem}`]));
}

function bodyProblems(
  { id, body, responses }: Operation,
  build: Tools,
  { judge, judgeResponse }: { readonly judge: Judge; readonly judgeResponse: Judge },
): string[] {
  const isJson = (mediaType: string) => /json|\*/.test(mediaType);
  const sent = body?.content.find(({ mediaType }) => isJson(mediaType));
  const found = sent?.schema === undefined ? [] : [judge(sent.schema, build.body(id))];
  for (const { status, content } of responses) {
    const schema = content.find(({ mediaType }) => isJson(mediaType))?.schema;
    if (schema !== undefined) found.push(judgeResponse(schema, build.response(id, status)));
  }
  return found.flatMap((problem) => (problem === undefined ? [] : [`${id}: ${problem}`]));
}

function problems(model: Model): string[] {
  const judge = createJudge(model.schemas);
  const judgeResponse = createResponseJudge(model.schemas);
  return [1, 2].flatMap((seed) => {
    const build = createBuilders<Tools>(model, { seed }) as Tools;
    return model.operations.flatMap((operation) => [
      ...argumentProblems(operation, build.args(operation.id), judge),
      ...argumentProblems(operation, build.args(operation.id, { mode: "maximal" }), judge),
      ...bodyProblems(operation, build, { judge, judgeResponse }),
    ]);
  });
}

const OWN = new URL("../../../../spec/openapi.yaml", import.meta.url);
const DOCUMENTS = [
  { file: "spec/openapi.yaml", read: () => readFileSync(OWN, "utf8") },
  ...FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github"),
];

for (const { file, read } of DOCUMENTS) {
  test(`arguments and bodies of all operations of ${file} are valid`, { timeout: 120_000 }, () => {
    const model = createModel(parseDocument(read(), file).document);
    expect(problems(model).slice(0, 10)).toEqual([]);
  });
}

test("files of a form are blobs, and binary bodies bytes", async () => {
  const content = (mediaType: string, schema: object) => ({ content: { [mediaType]: { schema } } });
  const form = {
    type: "object",
    required: ["name", "file", "more"],
    properties: {
      name: { type: "string" },
      file: { type: "string", format: "binary" },
      more: { type: "array", items: { type: "string", format: "binary" }, minItems: 2 },
    },
  };
  const responses = { 204: { description: "Done" } };
  const model = modelOf({
    paths: {
      "/form": { post: { operationId: "form", requestBody: content("multipart/form-data", form), responses } },
      "/raw": { put: { operationId: "raw", requestBody: content("application/octet-stream", {}), responses } },
      "/text": { put: { operationId: "text", requestBody: content("text/plain", { type: "string" }), responses } },
    },
  });
  const build = createBuilders<Tools>(model) as Tools;
  const body = build.body("form") as { name: string; file: Blob; more: Blob[] };
  expect(typeof body.name).toBe("string");
  expect(await body.file.text()).not.toBe("");
  expect(body.more.every((item) => item instanceof Blob)).toBe(true);
  expect(build.body("raw")).toBeInstanceOf(Uint8Array);
  expect(typeof build.body("text")).toBe("string");
});

test("what is sent has a builder that leaves out what only the service fills in", () => {
  const User = {
    type: "object",
    required: ["name"],
    properties: { id: { type: "string", readOnly: true }, name: { type: "string" }, secret: { writeOnly: true } },
  };
  const document = documentOf({ schemas: { User } });
  const build = createBuilders<{ userRequest(overrides: object): object }>(createModel(document));
  expect(Object.keys(build.userRequest({ name: "Ada" }))).toEqual(["name", "secret"]);
  expect(Object.keys(build)).not.toContain("userRequest");
});
