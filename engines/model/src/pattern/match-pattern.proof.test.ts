import fc from "fast-check";
import { expect, test } from "vitest";
import { createWork } from "../work.ts";
import { compileMachine } from "./machine.ts";
import { matcherOf } from "./match-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { runMachine } from "./run-machine.ts";

const EMAIL = "^([a-zA-Z0-9_\\.\\-])+\\@(([a-zA-Z0-9\\-])+\\.)+([a-zA-Z0-9]{2,4})+$";

test.each([
  ["^(a+)+$", `${"a".repeat(5000)}!`, false],
  ["^(a+)+$", "a".repeat(5000), true],
  ["^(a|a)*$", `${"a".repeat(5000)}!`, false],
  ["^(a|aa)+$", `${"a".repeat(5000)}!`, false],
  ["(x+x+)+y", "x".repeat(5000), false],
  [EMAIL, `a@${"a".repeat(5000)}!`, false],
  [EMAIL, `a@${"a".repeat(60)}.b${"c".repeat(30)}`, true],
  ["^.*.*.*.*=$", "a".repeat(20_000), false],
  ["^(?=a)(a+)+$", `${"a".repeat(60)}!`, false],
  ["^(?!.*b)(a+)+$", `${"a".repeat(60)}b`, false],
  ["\\b(\\w+\\s?)+\\B!$", `${"word ".repeat(500)}?`, false],
  [`${"a?".repeat(40)}${"a".repeat(40)}`, "a".repeat(39), false],
  [`^${"(a|b|ab)".repeat(40)}$`, `${"ab".repeat(38)}c`, false],
  ["^(\\p{L}+[ '-]?)+$", `${"Ünïcödé ".repeat(200)}1`, false],
])("%s is matched at once", (pattern, text, expected) => {
  expect(matcherOf(pattern)?.(text)).toBe(expected);
});

test.each(["^(a+)+\\1$", "(?<=(a+)+b)c(c+)+$", "^((a{1,100}){1,100}){1,100}$", "["])(
  "%s is no pattern that can be matched",
  (pattern) => {
    expect(matcherOf(pattern)).toBeUndefined();
  },
);

test("what looks ahead at every place of a long text is given up, and says so", () => {
  expect(matcherOf("^((?!.*b)a+)+$")?.("a".repeat(50_000))).toBeUndefined();
});

const PARTS = ["a", "b", ".", "\\w", "\\d", "[a-c]", "[^b]", "\\b", "\\B", "^", "$", "\\s", "é", "\\u0061", "\\."];
const piece = fc.constantFrom(...PARTS);
const { pattern: made } = fc.letrec<{ pattern: string; atom: string; sequence: string }>((tie) => ({
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((options) => options.join("|")),
  sequence: fc.array(tie("atom"), { maxLength: 4 }).map((atoms) => atoms.join("")),
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    piece,
    fc.tuple(fc.constantFrom("(", "(?:", "(?=", "(?!"), tie("pattern")).map(([open, inner]) => `${open}${inner})`),
    fc
      .tuple(fc.constantFrom("(", "(?:"), tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"))
      .map(([open, inner, often]) => `${open}${inner})${often}`),
    fc
      .tuple(fc.constantFrom("a", "[a-c]", "\\w", "."), fc.constantFrom("*", "+", "?", "{0,2}", "+?"))
      .map((two) => two.join("")),
  ),
}));

test("the machine says what JavaScript's own engine says", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " ", ".", "é", "\n"), maxLength: 8 });
  fc.assert(
    fc.property(made, text, (pattern, input) => {
      const options = parsePattern(pattern);
      const machine = options && compileMachine(options, { flags: "u" });
      expect(machine, pattern).toBeDefined();
      expect(machine && runMachine(machine, input, createWork())).toBe(new RegExp(pattern, "u").test(input));
    }),
    { seed: 1, numRuns: 20_000 },
  );
});

test("what the engine of the language cannot compile is no pattern", () => {
  expect(matcherOf("(".repeat(20_000) + ")".repeat(20_000))).toBeUndefined();
});
