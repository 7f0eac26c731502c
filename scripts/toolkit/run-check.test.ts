import { expect, test } from "vitest";
import { readTurbo } from "./run-check.ts";

const printedBy = (cache: string, rest: string): string => `
   • turbo 2.11.11
   • Running pages in 1 package

${cache}, executing dffbad70a4d654ae
$ node readme/main.ts
skipped: one
12 blocks run

${rest}`;

test("a check that succeeded has printed what its task printed, and is cached where turbo says so", () => {
  const output = printedBy("cache hit", " Tasks:    1 successful, 1 total\nCached:    1 cached, 1 total\n");
  expect(readTurbo({ code: 0, output })).toEqual({ code: 0, output: "skipped: one\n12 blocks run\n", isCached: true });
});

test.for([
  [
    "ended in the middle",
    "turbo took longer than 480 s and was ended.\n",
    "turbo took longer than 480 s and was ended.",
  ],
  ["that failed", "ERROR  run failed: command exited (1)\n Tasks:    0 successful, 1 total\n", undefined],
])("a check %s has printed all that there is, the reason included", ([, rest = "", ended]) => {
  const result = { code: 1, output: printedBy("cache miss", rest), ...(ended !== undefined && { ended }) };
  expect(readTurbo(result)).toEqual({ ...result, isCached: false });
});
