import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseInteger } from "./json/number.ts";
import { parseBoolean } from "./schema/boolean.ts";
import { parseDuration } from "./schema/duration.ts";

type Outcome = { ok?: unknown; error?: string; crash?: true };
type Texts = readonly (readonly [text: string, outcome: Outcome])[];
const url = new URL("../fixtures/conformance/pydantic-values-a.json", import.meta.url);
const recorded: { int: Texts; bool: Texts; timedelta: Texts } = JSON.parse(readFileSync(url, "utf8"));

/** The texts on which parser and record differ. */
function differences(texts: Texts, parse: (text: string) => Outcome): unknown[] {
  return texts.flatMap(([text, outcome]) => {
    const ours = parse(text);
    return JSON.stringify(ours) === JSON.stringify(outcome) ? [] : [{ text, ours, outcome }];
  });
}

test("every recorded integer text gives the recorded value or error", () => {
  expect(recorded.int.length).toBeGreaterThan(300);
  const parse = (text: string): Outcome => {
    const parsed = parseInteger(text);
    return "ok" in parsed ? { ok: String(parsed.ok) } : parsed;
  };
  expect(differences(recorded.int, parse)).toEqual([]);
});

test("every recorded boolean text gives the recorded value or error", () => {
  expect(recorded.bool.length).toBeGreaterThan(100);
  const parse = (text: string): Outcome => {
    const value = parseBoolean(text);
    return value === undefined ? { error: "bool_parsing" } : { ok: value };
  };
  expect(differences(recorded.bool, parse)).toEqual([]);
});

test("every recorded duration text gives the recorded value, error or crash", () => {
  expect(recorded.timedelta.length).toBeGreaterThan(700);
  const parse = (text: string): Outcome => {
    const parsed = parseDuration(text);
    if (!("ok" in parsed)) return parsed;
    return { ok: [parsed.ok.days, parsed.ok.seconds, parsed.ok.microseconds] };
  };
  expect(differences(recorded.timedelta, parse)).toEqual([]);
});
