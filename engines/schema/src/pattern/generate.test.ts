import { createWork } from "@svc/model";
import { expect, test } from "vitest";
import { createRandom, seedOf } from "../builders/random.ts";
import { regExp } from "../validate/regexp.ts";
import { fromPattern } from "./generate.ts";

test.each([
  "^(user|org|mch|scim)_\\w{27}$",
  "^from_oauth_(?:(?:token_)|(?:custom_))?[a-z]+$",
  "^[^_][A-Za-z0-9_-]*$",
  "^(\\S(.*\\S)?)?$",
  "^#[0-9a-fA-F]{3,6}$",
  "^(?<year>\\d{4})-(0[1-9]|1[0-2])$",
  "^(?<year>\\d{4})-\\k<year>$",
  "^\\p{Lu}\\p{Ll}+$",
  "^[\\w.+-]+@[a-z]+\\.(com|org)$",
  "^\\u{1F600}?\\x41\\u0042$",
  "^[\\]\\\\^-]{2}$",
  "^a{2,}b*c+?d??$",
  "[\\w-.]",
  "^\\/api\\/v\\d+$",
  "^[^\\x00-\\x7f]$",
])("texts for /%s/ match", (pattern) => {
  for (let seed = 0; seed < 30; seed++) {
    const text = fromPattern(pattern, { random: createRandom(seedOf(seed)), stretch: seed % 7, work: createWork() });
    expect(text).toMatch(regExp(pattern) ?? /$^/);
  }
});

test("a pattern that asks for too much gives nothing, quickly", () => {
  const options = { random: createRandom(seedOf(1)), stretch: 0, work: createWork() };
  expect(fromPattern("^(a{1000}){1000}$", options)).toBeUndefined();
  expect(fromPattern("[]", options)).toBeUndefined();
  expect(fromPattern("(".repeat(5000) + ")".repeat(5000), options)).toBeUndefined();
});
