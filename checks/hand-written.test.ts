import { expect, test } from "vitest";
import { COINCIDENCES, namesIn, readCoincidences } from "../scripts/bump/coincidences.ts";
import { findNames, handWrittenSources } from "../scripts/bump/document-names.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";

test("no hand-written code names an operation, a path, a schema or a field of the committed document", async () => {
  const sources = handWrittenSources(ROOT);
  expect(sources.length).toBeGreaterThan(800);
  const coincidences = readCoincidences(ROOT);
  const names = (await namesIn(ROOT)).filter((name) => !Object.hasOwn(coincidences, name));
  expect(Object.fromEntries(findNames(sources, names))).toEqual({});
});

test(`${COINCIDENCES} has no name that code does not have`, async () => {
  const found = findNames(handWrittenSources(ROOT), await namesIn(ROOT));
  expect(Object.keys(readCoincidences(ROOT)).filter((name) => !found.has(name))).toEqual([]);
});
