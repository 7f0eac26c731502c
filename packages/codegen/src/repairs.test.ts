import { readdirSync, readFileSync } from "node:fs";
import { applyEdits, createModel, DocumentError, inOrder, parseDocument, repairDocument, toOverlay } from "@svc/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emitTree } from "./generate-tree.ts";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { REPAIRS } from "./read/prepare-document.ts";

const FIXTURES = new URL("../../../engines/model/fixtures/imperfect/", import.meta.url);
const FILES = readdirSync(FIXTURES).filter((name) => /\.(?:ya?ml|json)$/.test(name));

function read(file: string): string {
  return readFileSync(new URL(file, FIXTURES), "utf8");
}

test.each(FILES)("%s is repaired, and its overlay gives the same bytes under --strict", (file) => {
  const text = read(file);
  const files = new Map(emitTree(text, file));
  const overlay = files.get(REPAIRS);
  expect(overlay).toBeDefined();
  files.delete(REPAIRS);
  expect(() => emitTree(text, file, { strict: true })).toThrow(DocumentError);
  const overlays = [{ text: overlay ?? "", file: REPAIRS }];
  expect(emitTree(text, file, { strict: true, overlays })).toEqual(files);
});

const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  "",
  "x",
  "1",
  [],
  {},
  { $ref: "#/nowhere" },
  { type: "float", default: "x" },
];

/** Every place in a document, as the container and the key in it. */
function placesOf(root: unknown): { container: { [key: string]: unknown }; key: string }[] {
  if (typeof root !== "object" || root === null) return [];
  const container = root as { [key: string]: unknown };
  return Object.keys(container).flatMap((key) => [{ container, key }, ...placesOf(container[key])]);
}

test("whatever is repaired, the overlay changes the document as the repairs do", () => {
  const documents = FILES.flatMap((file) => {
    try {
      return [parseDocument(read(file), file).document];
    } catch {
      return [];
    }
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.array(fc.record({ place: fc.nat(), odd: fc.constantFrom(...ODD) }), { maxLength: 4 }),
      (document, mutations) => {
        const mutated = structuredClone(document);
        for (const { place, odd } of mutations) {
          const places = placesOf(mutated);
          const { container, key } = places[place % places.length] ?? { container: {}, key: "" };
          container[key] = structuredClone(odd);
        }
        const before = JSON.stringify(mutated);
        const repaired = repairDocument(mutated, { file: "a.json" });
        expect(JSON.stringify(mutated)).toBe(before);
        if (repaired.rounds.length === 0) return;
        const { document: overlaid, unmatched } = applyOverlay(mutated, toOverlay(repaired.rounds, "a.json"));
        expect(unmatched).toEqual([]);
        expect(JSON.stringify(overlaid)).toBe(JSON.stringify(repaired.document));
        if (repaired.findings.length === 0) expect(createModel(overlaid, { strict: true })).toBeDefined();
        for (const { document: start, repairs } of repaired.rounds) {
          expect(applyEdits(start, inOrder(repairs.flatMap(({ edits }) => edits)))).toBeDefined();
        }
      },
    ),
    { numRuns: 300 },
  );
});
