import { expect, test } from "vitest";
import { importClosure } from "./import-closure.ts";

test("the interpreter of resources reaches no file of the inference, and no reader of documents", () => {
  const files = importClosure("engines/resources/src/index.ts");
  expect(files).toContain("engines/resources/src/store.ts");
  expect(
    files.filter((file) => /\/infer(?:\.ts$|\/)|model\/src\/(?:index|create-model|load\/parse)/.test(file)),
  ).toEqual([]);
});

/** Files that a request of the fake may load: fewer are better. */
const MOST = 220;

test("a fake of a generated tree reaches no file of the inference, and no reader of documents", () => {
  const files = importClosure("packages/testing/src/runtime.ts");
  expect(files).toContain("packages/testing/src/fake/handle-request.ts");
  const others =
    /resources\/src\/infer(?:\.ts$|\/)|model\/src\/(?:index|create-model|build\/(?!raw)|load\/(?:check|parse))/;
  expect(files.filter((file) => others.test(file))).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(MOST);
});
