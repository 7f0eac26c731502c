import { createWork, DOCUMENT_STEPS, type Work } from "@svc/model";
import { expect, test } from "vitest";
import { createRandom, seedOf } from "../builders/random.ts";
import { matches } from "../validate/regexp.ts";
import { textsInCommon } from "./in-common.ts";

/** Of the work that a document may take, the part for one set of patterns. */
const share = (): Work => createWork(DOCUMENT_STEPS / 16);
const ANY = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };

test.each([
  [["^a", "z$"]],
  [["^[a_]+$", "^[b_]+$"]],
  [["a", "b", "c", "^.{3}$"]],
  [["^(ab|cd)+$", "dc", "^(?:.{2}){3,}$"]],
  [["^$|x", "y"]],
  [["^\\p{Lu}", "é$"]],
  [["^[^a-z]*$", "\\w"]],
  [["^a{0,200}$", "a{150}"]],
  [["^a|b$", "^c"]],
  [["^(?=.*[A-Z])(?=.*\\d)(?=[^)(]*[!@#]).{8,}$"]],
  [["^(?=.*\\))(?!x)[x)]{2}$", "^\\)"]],
])("texts in common of %j match each", (patterns) => {
  const draw = textsInCommon(patterns, ANY, share());
  const texts = Array.from({ length: 20 }, (_, seed) => draw?.(createRandom(seedOf(seed)), 0.9) ?? "nothing");
  for (const text of texts) {
    expect(patterns.filter((pattern) => !matches(pattern, text))).toEqual([]);
  }
});

test("lengths are kept", () => {
  const draw = textsInCommon(["^(ab)+$", "b"], { minLength: 5, maxLength: 7 }, share());
  expect(draw?.(createRandom(seedOf(1)), 0.9)).toBe("ababab");
  expect(textsInCommon(["^(ab)+$"], { minLength: 7, maxLength: 7 }, share())).toBeUndefined();
});

test("texts differ", () => {
  const draw = textsInCommon(["^a", "z$"], ANY, share());
  expect(
    new Set(Array.from({ length: 50 }, (_, seed) => draw?.(createRandom(seedOf(seed)), 0.9))).size,
  ).toBeGreaterThan(25);
});

test("patterns that have nothing in common, or ask for too much, give nothing", () => {
  expect(textsInCommon(["^a", "^b"], ANY, share())).toBeUndefined();
  expect(textsInCommon(["a^", "x"], ANY, share())).toBeUndefined();
  expect(textsInCommon(["^(a{1000}){1000}$", "b"], ANY, share())).toBeUndefined();
  const hostile = Array.from({ length: 12 }, (_, index) => `(.*[a-${"bcdefghijklm"[index]}].{${index}}){6}x`);
  expect(textsInCommon([...hostile, "^[0-9]*$"], ANY, share())).toBeUndefined();
});
