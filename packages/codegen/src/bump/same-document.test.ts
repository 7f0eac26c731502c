import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalText, diffDocuments } from "@svc/diff";
import { createModel, DocumentError, type ParsedDocument, parseDocument, repairDocument } from "@svc/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument as parseYaml } from "yaml";
import { yamlOf } from "./exact-numbers.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const DOCUMENTS = globSync(
  ["spec/openapi.yaml", "engines/*/fixtures/**/*.{json,yaml}", "checks/{bump,documents,packed}/**/*.{json,yaml}"],
  { cwd: ROOT, exclude: (path) => path.endsWith("node_modules") },
)
  .sort()
  .map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const)
  .filter(([, text]) => /^["{\s]*openapi["\s]*:/.test(text));

/** Undefined for a document that no bump takes. */
function parsed(text: string, path: string): ParsedDocument | undefined {
  try {
    const source = parseDocument(text, path);
    const { document } = repairDocument(source.document, { file: path });
    createModel(document, { file: path });
    return { ...source, document };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

test("there are documents to bump to themselves", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(80);
});

test.each(DOCUMENTS)("a bump from %s to itself finds nothing, and would write the same bytes", (path, text) => {
  const source = parsed(text, path);
  if (source === undefined) return;
  const yaml = yamlOf(text);
  expect(yamlOf(yaml)).toBe(yaml);
  if (!text.trimStart().startsWith("{")) expect(yaml).toBe(text);
  const written = parsed(yaml, "spec/openapi.yaml");
  expect(canonicalText(written?.document)).toBe(canonicalText(source.document));
  expect(diffDocuments(source, { document: written?.document, file: path }).changes).toEqual([]);
});

const NUMERAL = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,12})?(?:[eE][+-]?\d{1,2})?$/);
const KEY = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" });

test("every numeral of a JSON document keeps its digits, and every key its place", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(KEY, NUMERAL), { selector: ([key]) => key, maxLength: 8 }), (members) => {
      const json = `{ ${members.map(([key, numeral]) => `${JSON.stringify(key)}: ${numeral}`).join(", ")} }`;
      const { contents } = parseYaml(yamlOf(json), { intAsBigInt: true }) as unknown as {
        contents: { items: { key: { value: unknown }; value: { source: string } }[] };
      };
      expect(contents.items.map(({ key, value }) => [String(key.value), value.source])).toEqual(members);
    }),
  );
});
