import { createModel, type Model } from "@svc/model";
import { expect, test } from "vitest";
import { createSameness } from "./changed-schemas.ts";

/** A model of schemas that no operation uses. */
function modelOf(schemas: object): Model {
  const info = { title: "Trees", version: "1" };
  return createModel({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
}

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const TREE = { type: "object", properties: { left: to("Tree"), leaf: to("Leaf") } };
const PATH = { type: "object", properties: { steps: { type: "array", items: to("Step") } } };
const BEFORE = modelOf({ Tree: TREE, Path: PATH, Leaf: { type: "string" }, Step: { type: "integer" } });
const AFTER = modelOf({ Tree: TREE, Path: PATH, Leaf: { type: "string", maxLength: 3 }, Step: { type: "integer" } });

const isSame = createSameness(BEFORE, AFTER);

const sameNamed = (name: string) =>
  isSame(BEFORE.schemas[name]?.schema ?? { type: "null" }, AFTER.schemas[name]?.schema ?? {});

test("a schema that is written the same is the same only where all that it leads to is", () => {
  expect(["Tree", "Path", "Leaf", "Step"].map(sameNamed)).toEqual([false, true, false, true]);
});

test("what is in a schema counts by itself", () => {
  const [before, after] = [BEFORE, AFTER].map(({ schemas }) => schemas["Tree"]?.schema.properties ?? {});
  expect(isSame(before?.["left"] ?? {}, after?.["left"] ?? {})).toBe(false);
  expect(isSame({ type: "string" }, { type: "string" })).toBe(true);
});

test("texts are not taken for numbers, lists for objects, or members for one another", () => {
  expect(isSame({ const: "1" }, { const: 1 })).toBe(false);
  expect(isSame({ enum: ["a", "b"] }, { enum: ["a,b"] })).toBe(false);
  expect(isSame({ default: ["a", "b"] }, { default: { a: "b" } })).toBe(false);
  expect(isSame({ default: { a: "b" } }, { default: { a: { b: "" } } })).toBe(false);
});
