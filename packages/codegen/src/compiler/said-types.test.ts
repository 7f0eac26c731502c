import { createModel } from "@svc/model";
import { documentOf, ref, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import type { Target } from "../emit/target.ts";
import { emitOpenApiTypes } from "../emit/types/types.ts";
import { checkFiles } from "./virtual-program.ts";

const own = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "number" } } });
const tuple = (more: object) => ({ type: "array", prefixItems: [{ type: "number" }, { type: "string" }], ...more });

const DOCUMENT = documentOf({
  schemas: {
    Machine: {
      type: "object",
      required: ["kind"],
      properties: { kind: text },
      discriminator: { propertyName: "kind", mapping: { Tower: ref("TowerCrane").$ref } },
    },
    Crane: { allOf: [ref("Machine"), own("reach")] },
    TowerCrane: { allOf: [ref("Crane"), own("height")] },
    Digger: { allOf: [ref("Machine"), own("bucket")] },
    Thing: {
      type: "object",
      required: ["a"],
      properties: { a: text, b: text, c: text },
      anyOf: [{ required: ["b"] }, { required: ["c"] }],
    },
    Tuples: {
      type: "object",
      required: ["pair", "short", "more", "any", "nothing"],
      properties: {
        pair: tuple({ minItems: 2, maxItems: 2 }),
        short: tuple({ minItems: 1, items: false }),
        more: tuple({ minItems: 2, items: { type: "boolean" } }),
        any: tuple({}),
        nothing: tuple({ type: ["array", "null"], items: false, minItems: 2 }),
      },
    },
  },
});

/** The lines of a program of which the compiler complains. */
function complaints(lines: readonly string[]): string[] {
  const types = emitOpenApiTypes(createModel(DOCUMENT), { banner: "" } as Target);
  return lines.filter((line) => {
    const program = `import type { components } from "./openapi.ts";\ntype S = components["schemas"];\n${line}`;
    const files = new Map([
      ["/openapi.ts", types],
      ["/program.ts", program],
    ]);
    return checkFiles(files, ["/openapi.ts", "/program.ts"]).flat().length > 0;
  });
}

test("types narrow by the tags of a hierarchy, on every level", () => {
  const bad = [
    'export const t: S["TowerCrane"] = { kind: "Crane", reach: 1, height: 2 };',
    'export const t: S["TowerCrane"] = { kind: "Tower", height: 2 };',
    'export const m: S["Machine"] = { kind: "Machine" };',
  ];
  const good = [
    'export const t: S["TowerCrane"] = { kind: "Tower", reach: 1, height: 2 };',
    'export const f = (m: S["Machine"]): number => m.kind === "Tower" ? m.height : m.kind === "Digger" ? m.bucket : m.reach;',
  ];
  expect(complaints([...good, ...bad])).toEqual(bad);
});

test("tuples have a place for each item, optional ones, and a rest", () => {
  const bad = [
    'export const t: S["Tuples"]["pair"] = [1];',
    'export const t: S["Tuples"]["pair"] = [1, "a", 2];',
    'export const t: S["Tuples"]["short"] = [];',
    'export const t: S["Tuples"]["more"] = [1, "a", 2];',
    'export const t: S["Tuples"]["any"] = ["a"];',
  ];
  const good = [
    'export const t: S["Tuples"]["pair"] = [1, "a"];',
    'export const t: S["Tuples"]["short"][] = [[1], [1, "a"]];',
    'export const t: S["Tuples"]["more"] = [1, "a", true, false];',
    'export const t: S["Tuples"]["any"][] = [[], [1], [1, "a", {}, null]];',
    'export const t: S["Tuples"]["nothing"][] = [null, [1, "a"]];',
  ];
  expect(complaints([...good, ...bad])).toEqual(bad);
});

test("of alternatives that only require properties, one has to be there", () => {
  const bad = ['export const t: S["Thing"] = { a: "1" };'];
  const good = ['export const t: S["Thing"][] = [{ a: "1", b: "2" }, { a: "1", c: "2" }];'];
  expect(complaints([...good, ...bad])).toEqual(bad);
});
