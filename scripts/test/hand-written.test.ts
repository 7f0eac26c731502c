import { expect, test } from "vitest";
import { placesToEdit } from "./hand-written.ts";

const OUTPUT = `README.md:57: error TS2353: gone
  and more of it
docs/guides/errors.md:4: error TS2339: gone
examples/jest-suite/robot.js:11: error TS2353: gone
`;

test("a check of code tells places to edit", () => {
  expect(placesToEdit({ code: 1, output: OUTPUT })).toEqual([
    "README.md:57: error TS2353: gone",
    "docs/guides/errors.md:4: error TS2339: gone",
    "examples/jest-suite/robot.js:11: error TS2353: gone",
  ]);
  expect(placesToEdit({ code: 0, output: "48 pages\n" })).toEqual([]);
});

test("a check that fails without a place, or is ended before its end, has failed", () => {
  expect(placesToEdit({ code: 1, output: "crash\n" })).toBeUndefined();
  expect(
    placesToEdit({ code: 1, output: OUTPUT, ended: "node took longer than 3300 s and was ended." }),
  ).toBeUndefined();
});
