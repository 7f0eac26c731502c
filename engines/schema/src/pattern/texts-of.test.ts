import { createWork, DOCUMENT_STEPS, regExp, type Work } from "@svc/model";
import { expect, test } from "vitest";
import { createRandom, seedOf } from "../builders/random.ts";
import { matches } from "../validate/scalars.ts";
import { type TextOptions, textsOf } from "./texts-of.ts";

/** Of the work that a document may take, the part for one set of patterns. */
const share = (): Work => createWork(DOCUMENT_STEPS / 16);
const options = (part: Partial<TextOptions> = {}): TextOptions => ({
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
  isTight: false,
  work: share(),
  ...part,
});

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
  const draw = textsOf(patterns, options());
  const texts = Array.from({ length: 20 }, (_, seed) => draw?.(createRandom(seedOf(seed)), 0.9) ?? "nothing");
  for (const text of texts) {
    expect(patterns.filter((pattern) => !matches(pattern, text))).toEqual([]);
  }
});

test("lengths are kept", () => {
  const draw = textsOf(["^(ab)+$", "b"], options({ minLength: 5, maxLength: 7 }));
  expect(draw?.(createRandom(seedOf(1)), 0.9)).toBe("ababab");
  expect(textsOf(["^(ab)+$"], options({ minLength: 7, maxLength: 7 }))).toBeUndefined();
});

test("texts differ", () => {
  const draw = textsOf(["^a", "z$"], options());
  expect(
    new Set(Array.from({ length: 50 }, (_, seed) => draw?.(createRandom(seedOf(seed)), 0.9))).size,
  ).toBeGreaterThan(25);
});

test("patterns that have nothing in common, or ask for too much, give nothing", () => {
  expect(textsOf(["^a", "^b"], options())).toBeUndefined();
  expect(textsOf(["a^", "x"], options())).toBeUndefined();
  expect(textsOf(["^(a{1000}){1000}$", "b"], options())).toBeUndefined();
  const hostile = Array.from({ length: 12 }, (_, index) => `(.*[a-${"bcdefghijklm"[index]}].{${index}}){6}x`);
  expect(textsOf([...hostile, "^[0-9]*$"], options())).toBeUndefined();
});

test.each([
  "^(user|org|mch|scim)_\\w{27}$",
  "^from_oauth_(?:(?:token_)|(?:custom_))?[a-z]+$",
  "^[^_][A-Za-z0-9_-]*$",
  "^(\\S(.*\\S)?)?$",
  "^#[0-9a-fA-F]{3,6}$",
  "^(?<year>\\d{4})-(0[1-9]|1[0-2])$",
  "^\\p{Lu}\\p{Ll}+$",
  "^[\\w.+-]+@[a-z]+\\.(com|org)$",
  "^\\u{1F600}?\\x41\\u0042$",
  "^[\\]\\\\^-]{2}$",
  "^a{2,}b*c+?d??$",
  "[\\w-.]",
  "^\\/api\\/v\\d+$",
  "^[^\\x00-\\x7f]$",
])("texts for /%s/ match", (pattern) => {
  const draw = textsOf([pattern], options({ isTight: true }));
  for (let seed = 0; seed < 30; seed++) {
    expect(draw?.(createRandom(seedOf(seed)), (seed % 7) / 6)).toMatch(regExp(pattern) ?? /$^/);
  }
});

test("a pattern that asks for too much gives nothing, quickly", () => {
  for (const pattern of ["^(a{1000}){1000}$", "[]", "(".repeat(5000) + ")".repeat(5000)]) {
    expect(textsOf([pattern], options())).toBeUndefined();
  }
});

test("a long text costs no more than its lengths, once all places are known", () => {
  const work = share();
  const draw = textsOf(["^(?:ab|cde)+$"], options({ minLength: 90_000, work }));
  const text = draw?.(createRandom(seedOf(1)), 0.9) ?? "";
  expect(text.length).toBeGreaterThanOrEqual(90_000);
  expect(matches("^(?:ab|cde)+$", text)).toBe(true);
  expect(work.taken).toBeLessThan(200);
});

test.each(["^(a|b)-\\1$", "^(?<year>\\d{4})-\\k<year>$", "^((a|b)c)\\2\\1$"])(
  "texts for /%s/ have what is referred back to, and the search is not called whole",
  (pattern) => {
    const work = share();
    const draw = textsOf([pattern], options({ work }));
    for (const seed of [1, 2, 3]) expect(draw?.(createRandom(seedOf(seed)), 0.9)).toMatch(regExp(pattern) ?? /$^/);
    expect(work.ends).toBe(1);
  },
);
