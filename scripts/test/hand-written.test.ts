import { expect, test } from "vitest";
import { noteOf, placesToEdit } from "./hand-written.ts";

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

const printedBy = (cache: string, lines: string, rest: string): string => `
   • turbo 2.11.11
   • Running pages in 1 package

${cache}, executing dffbad70a4d654ae
$ node main.ts pages
${lines}
 Tasks:    1 successful, 1 total
${rest}
`;

test("a check tells what it printed last, what it left out, and that its result was kept", () => {
  expect(noteOf(printedBy("cache miss", "11 pages\n12 blocks run\n", "Cached:    0 cached, 1 total"))).toBe(
    "12 blocks run",
  );
  expect(noteOf(printedBy("cache hit", "skipped: no Chromium\n12 blocks run\n", "Cached:    1 cached, 1 total"))).toBe(
    "from the cache: skipped: no Chromium",
  );
});
