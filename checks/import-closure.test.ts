import { expect, test } from "vitest";
import { importClosure } from "./import-closure.ts";

test("the interpreter of resources reaches no file of the inference, and no reader of documents", () => {
  const files = importClosure("engines/resources/src/index.ts");
  expect(files).toContain("engines/resources/src/store.ts");
  expect(
    files.filter((file) => /\/infer(?:\.ts$|\/)|model\/src\/(?:index|create-model|load\/parse)/.test(file)),
  ).toEqual([]);
});

test("a fake of a generated tree reaches no file of the inference", () => {
  const files = importClosure("packages/testing/src/runtime.ts");
  expect(files).toContain("packages/testing/src/fake/handle-request.ts");
  expect(files.filter((file) => /resources\/src\/infer(?:\.ts$|\/)/.test(file))).toEqual([]);
});
