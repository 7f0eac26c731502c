import { expect, test } from "vitest";
import { overBudget, readBudget } from "./compare.ts";
import { measure, run } from "./measure.ts";

test("nothing loads, calls or weighs more than a twentieth over the budget: else `pnpm test:budget --update`", async () => {
  expect(overBudget(await measure(), readBudget())).toEqual([]);
});

test("a fake of a generated tree loads no file of the inference, and no reader of documents", async () => {
  const { modules } = await run({ name: "fake" });
  const files = Object.keys(modules);
  expect(files.some((file) => file.endsWith("packages/testing/src/fake/handle-request.ts"))).toBe(true);
  const others =
    /resources\/src\/infer(?:\.ts$|\/)|model\/src\/(?:index|create-model|build\/(?!raw)|load\/(?:check|parse))/;
  expect(files.filter((file) => others.test(file))).toEqual([]);
});

test("growth by more than a twentieth is reported with the folders that grew; other changes are not", () => {
  const budget = { "a: modules": 100, "a: modules in x": 60, "a: modules in y": 40, "a: bytes": 1000 };
  expect(overBudget({ ...budget, "a: modules": 105, "a: bytes": 10 }, budget)).toEqual([]);
  const grown = {
    "a: modules": 106,
    "a: modules in x": 59,
    "a: modules in y": 45,
    "a: modules in z": 2,
    "b: bytes": 1,
  };
  expect(overBudget(grown, budget)).toEqual([
    "a: modules: 100 → 106\n  y: 40 → 45\n  z: 0 → 2",
    "b: bytes: no budget → 1",
  ]);
});
