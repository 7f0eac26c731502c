import { createModel } from "@svc/model";
import { documentOf, ref } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import type { Target } from "../emit/target.ts";
import { emitOpenApiTypes } from "../emit/types/types.ts";
import { checkFiles } from "./virtual-program.ts";

const animal = (kind: string, more: object) => ({
  type: "object",
  required: ["kind", ...Object.keys(more)],
  properties: { kind: { type: "string", const: kind }, ...more },
});

const DOCUMENT = documentOf({
  schemas: {
    Cat: animal("cat", { lives: { type: "integer" } }),
    Dog: animal("dog", { tricks: { type: "string" } }),
    Pet: {
      type: "object",
      required: ["status", "size", "note", "animal"],
      properties: {
        status: { type: "string", enum: ["here", "sold"] },
        size: { type: "integer", enum: [-1, 2] },
        note: { type: ["string", "null"], enum: ["a", "b", null] },
        animal: { oneOf: [ref("Cat"), ref("Dog")] },
      },
    },
  },
});

const source = (openEnums: boolean): string =>
  emitOpenApiTypes(createModel(DOCUMENT, { openEnums }), { banner: "" } as Target);

/** The compiler's words about a program that reads and writes pets. */
function errorsOf(program: string, openEnums = true): string[] {
  const files = new Map([
    ["/openapi.ts", source(openEnums)],
    [
      "/program.ts",
      `import type { components } from "./openapi.ts";\ntype Pet = components["schemas"]["Pet"];\n${program}`,
    ],
  ]);
  return checkFiles(files, ["/openapi.ts", "/program.ts"])
    .flat()
    .map(({ reasons }) => reasons[0] ?? "");
}

test("open enums keep their values and take any other", () => {
  expect(source(true)).toContain('status: "here" | "sold" | (string & {});');
  expect(source(true)).toContain("size: -1 | 2 | (number & {});");
  expect(source(true)).toContain('note: "a" | "b" | (string & {}) | null;');
  expect(errorsOf('export const status: Pet["status"] = "lost"; export const size: Pet["size"] = 7;')).toEqual([]);
  expect(errorsOf('export const status: Pet["status"] = "lost";', false)).toHaveLength(1);
});

test("a switch over a closed enum may be exhaustive, over an open one not", () => {
  const program = `export function f(status: Pet["status"]): never | 1 {
    switch (status) { case "here": case "sold": return 1; default: { const rest: never = status; return rest; } }
  }`;
  expect(errorsOf(program, false)).toEqual([]);
  expect(errorsOf(program)).toHaveLength(1);
});

test("a known tag leaves its variant, and what is not listed has its tag only", () => {
  const program = `export function f(animal: Pet["animal"]): number | string {
    if (animal.kind === "cat") return animal.lives;
    switch (animal.kind) { case "dog": return animal.tricks; default: return animal.kind.length; }
  }`;
  expect(errorsOf(program)).toEqual([]);
  expect(
    errorsOf(`export const f = (animal: Pet["animal"]): unknown => animal.kind === "cat" ? 1 : animal.tricks;`),
  ).toHaveLength(1);
});

test("nothing is declared for documents whose unions are closed", () => {
  expect(source(false)).not.toContain("Unlisted");
  expect(source(true)).toContain('kind: Unlisted<"cat" | "dog">');
});
