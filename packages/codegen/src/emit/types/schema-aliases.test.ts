import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { checkFiles } from "../../compiler/virtual-program.ts";
import type { Target } from "../target.ts";
import { emitOpenApiTypes, emitTypeAliases } from "./types.ts";

const list = (name: string) => ({ type: "array", items: { $ref: `#/components/schemas/${name}` } });
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {},
  components: {
    schemas: {
      "mail-out": { type: "object", properties: { files: list("File"), rest: { type: "object" } } },
      File: { type: "object", properties: { form: { type: "string", enum: ["a", "b"] } } },
      Record: { type: "object", properties: { at: { type: "string" } } },
      Nested: list("Nested"),
      123: { type: "object", properties: { at: { type: "string" } } },
    },
  },
};

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
])("%s is shown as %s", (type, name) => {
  expect(shownAs(type)).toBe(name);
});
