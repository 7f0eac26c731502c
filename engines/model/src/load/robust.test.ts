import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createModel } from "../create-model.ts";
import { formatRepair } from "../repair/repair.ts";
import { repairDocument } from "../repair/repair-document.ts";
import { checkDocument, warnAboutDocument } from "./check/check-document.ts";
import { DocumentError, formatFinding } from "./finding.ts";
import { parseDocument } from "./parse/parse-document.ts";
import { pointerTokens, valueAt } from "./pointer.ts";

const FIXTURES = new URL("../../fixtures/hostile/", import.meta.url);
const DOCUMENTS = ["43", "59", "61", "63", "65", "67", "69", "71", "73"].map((id) => {
  const { specs } = JSON.parse(readFileSync(new URL("manifest.json", FIXTURES), "utf8")) as {
    specs: { id: string; file: string }[];
  };
  return readFileSync(new URL(specs.find((spec) => spec.id === id)?.file ?? "", FIXTURES), "utf8");
});

const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  Number.MAX_VALUE,
  "",
  "x",
  "__proto__",
  "\ud800",
  [],
  [null],
  {},
  { $ref: "#" },
  { $ref: "#/components/schemas/S" },
  { $ref: "#/paths/~1a" },
  { $ref: 1 },
  { type: "object", properties: [] },
  { allOf: [{ $ref: "#/components/schemas/S" }] },
];

/** Every place in a document, as the container and the key in it. */
function placesOf(root: unknown): { container: { [key: string]: unknown }; key: string }[] {
  if (typeof root !== "object" || root === null) return [];
  const container = root as { [key: string]: unknown };
  return Object.keys(container).flatMap((key) => [{ container, key }, ...placesOf(container[key])]);
}

const mutation: fc.Arbitrary<{ place: number; odd: unknown }> = fc.record({
  place: fc.nat(),
  odd: fc.oneof(fc.constantFrom(...ODD), fc.constant(undefined)),
});

test("whatever is put anywhere in a document, it is refused with pointers or becomes a model", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DOCUMENTS),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      (text, mutations) => {
        const mutated: unknown = JSON.parse(text);
        for (const { place, odd } of mutations) {
          const places = placesOf(mutated);
          const { container, key } = places[place % places.length] ?? { container: {}, key: "" };
          if (odd === undefined) delete container[key];
          else container[key] = structuredClone(odd);
        }
        // Deleting an item leaves a hole, which JSON does not have.
        const document: unknown = JSON.parse(JSON.stringify(mutated));
        const findings = checkDocument(document);
        for (const finding of [...findings, ...warnAboutDocument(document)]) {
          expect(pointerTokens(finding.pointer)).toBeDefined();
          expect(formatFinding(finding)).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
        }
        if (findings.length > 0) expect(() => createModel(document, { strict: true })).toThrow(DocumentError);
        const repaired = repairDocument(document);
        for (const repair of repaired.repairs) expect(formatRepair(repair)).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
        if (repaired.findings.length > 0) expect(() => createModel(document)).toThrow(DocumentError);
        else {
          const model = createModel(document);
          expect(JSON.parse(JSON.stringify(model))).toBeTruthy();
          // A repaired document needs no repair.
          expect(createModel(repaired.document, { strict: true })).toEqual(model);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("whatever the text, it is read or refused", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"a"',
    '"',
    "\\",
    "1",
    "-",
    "null",
    " ",
    "\n",
    "a: ",
    "- ",
    "&a ",
    "*a",
    "<<: ",
    "!t ",
    "|\n",
    "#",
    "---\n",
    "\u2028",
    "\ud800",
    "?",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("a.json", "a.yaml", "a"), (pieces, file) => {
      const text = pieces.join("");
      try {
        const { document, positionOf } = parseDocument(text, file);
        if (file === "a.json") expect(document).toEqual(JSON.parse(text));
        const { line, column } = positionOf("/a/0") ?? { line: 1, column: 1 };
        expect(Math.min(line, column)).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(text.split(/\r\n|[\n\r\u2028\u2029]/).length);
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentError);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a finding's pointer leads to what is wrong, or to where something is missing", () => {
  const document = { openapi: "3.1.0", info: {}, paths: { "/a~b/{x}": { get: { parameters: [{ in: "query" }] } } } };
  const pointers = checkDocument(document).map(({ pointer }) => pointer);
  expect(pointers).toContain("/paths/~1a~0b~1{x}/get/parameters/0/name");
  for (const pointer of pointers) {
    const parent = pointerTokens(pointer.slice(0, pointer.lastIndexOf("/"))) ?? [];
    expect(valueAt(document, parent)).toBeTypeOf("object");
  }
});
