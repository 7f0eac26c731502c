import { createModel } from "@svc/model";
import { documentOf, json, ref } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { checkFiles } from "../../compiler/virtual-program.ts";
import type { Target } from "../target.ts";
import { emitOpenApiTypes, emitTypeAliases } from "./types.ts";

const list = (name: string) => ({ type: "array", items: { $ref: `#/components/schemas/${name}` } });
const object = { type: "object", properties: { at: { type: "string" } } };
const DOCUMENT = documentOf({
  paths: {
    "/mails": {
      get: { operationId: "mails.list", responses: { 200: json(object), 404: json(object), 409: json(ref("Nested")) } },
      post: {
        operationId: "mails.send",
        requestBody: json(object),
        responses: { 200: json(ref("Record")), 202: json(object) },
      },
      delete: { operationId: "mails#drop", responses: { 200: json({ type: "array", items: object }) } },
    },
    "/taken": { get: { operationId: "taken.get", responses: { 200: json(object) } } },
  },
  schemas: {
    "mail-out": { type: "object", properties: { files: list("File"), rest: { type: "object" } } },
    File: { type: "object", properties: { form: { type: "string", enum: ["a", "b"] } } },
    Record: { type: "object", properties: { at: { type: "string" } } },
    Nested: list("Nested"),
    TakenGetResponse: list("File"),
    123: { type: "object", properties: { at: { type: "string" } } },
  },
});

/** The compiler's name for the type, which editors show. */
function shownAs(type: string): string | undefined {
  const target = { banner: "" } as Target;
  const model = createModel(DOCUMENT);
  const program = `import type * as t from "./index.ts";\nexport const value: never = 0 as unknown as ${type};`;
  const files = new Map([
    ["/openapi.ts", emitOpenApiTypes(model, target)],
    ["/index.ts", emitTypeAliases(model, target)],
    ["/program.ts", program],
  ]);
  const [error, ...others] = checkFiles(files, [...files.keys()]).flat();
  expect(others).toEqual([]);
  return /^Type '(.+)' is not assignable to type 'never'/.exec(error?.reasons[0] ?? "")?.[1];
}

test.each([
  ['t.components["schemas"]["mail-out"]', "MailOut"],
  ["t.MailOut[]", "MailOut[]"],
  ['NonNullable<t.MailOut["files"]>', "File$[]"],
  ["t.Record", "Record$"],
  ["t.Nested", "Nested"],
  ['t.components["schemas"][123]', "_123"],
  ['t.operations["mails.list"]["responses"][200]["content"]["application/json"]', "MailsGetResponse"],
  ["t.MailsGetError", "MailsGetError"],
  ["t.MailsGetError404", "MailsGetError404"],
  ["t.MailsCreateBody", "MailsCreateBody"],
  ["t.MailsCreateResponse202", "MailsCreateResponse202"],
  ['t.operations["mails#drop"]["responses"][200]["content"]["application/json"]', "MailsDeleteResponse"],
  ['t.operations["taken.get"]["responses"][200]["content"]["application/json"]', "TakenGetResponse_0e9mf4h"],
])("%s is shown as %s", (type, name) => {
  expect(shownAs(type)).toBe(name);
});
