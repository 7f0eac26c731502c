import { expect, test } from "vitest";
import { readAdapted, tellAdapted } from "./hand-written.ts";

const OUTPUT = `adapted: README.md:3: what it prints is written anew
packages/client/README.md:12: gone
  and more of it
`;
const style = { accent: (text: string) => text, good: (text: string) => text };

test("a check tells what it has adapted, and what is left with its place", () => {
  expect(readAdapted({ code: 1, output: OUTPUT })).toEqual({
    done: ["README.md:3: what it prints is written anew"],
    left: ["packages/client/README.md:12: gone"],
  });
  expect(readAdapted({ code: 0, output: "12 examples\n" })).toEqual({ done: [], left: [] });
});

test("a check that fails without a place, or is ended before its end, has failed", () => {
  expect(readAdapted({ code: 1, output: "crash\n" })).toBeUndefined();
  expect(
    readAdapted({ code: 1, output: OUTPUT, ended: "node took longer than 3300 s and was ended." }),
  ).toBeUndefined();
});

test("what is left is not told as done", () => {
  expect(tellAdapted({ done: [], left: ["b", "a"] }, true, style)).toMatch(/! 2 to adapt by hand.*\n {2}a\n {2}b$/);
  expect(tellAdapted({ done: [], left: [] }, true, style)).toBe(
    "✓ All examples and pages agree with the new document.",
  );
  expect(tellAdapted({ done: [], left: [] }, false, style)).toBe(
    "! Not all examples and pages were tried: see what failed above.",
  );
});
