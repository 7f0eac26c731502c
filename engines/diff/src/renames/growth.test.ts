import { createModel, DocumentError, type NameLedger } from "@svc/model";
import { runs } from "@svc/model/test-support/proofs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addOperation, ledgerOf } from "../../test/support/bump-document.ts";
import { copyOf, type Edited } from "../../test/support/pet-document.ts";
import { diffDocuments } from "../diff-documents.ts";

const segment = fc.constantFrom("a", "b", "{x}", "{y}", "start", "a-b", "a_b");
const operation = fc.record({
  segments: fc.uniqueArray(segment, { maxLength: 4 }),
  method: fc.constantFrom("get", "post", "delete"),
  operationId: fc.option(fc.constantFrom("a_get", "a_b_get", "a_get_by_x", "listB", "post"), { nil: undefined }),
  wish: fc.option(fc.constantFrom("a.get", "b.list", "a.start"), { nil: undefined, freq: 5 }),
});
const NAMES = "Email Emails EmailsData email e_mail EMail Box Boxes Boxe Foo_Bar FooBar args Response Person NaN".split(
  " ",
);
const schema = fc.record({
  name: fc.constantFrom(...NAMES),
  wish: fc.option(fc.constantFrom("Emails", "Person", "FooBar", "NaN"), { nil: undefined, freq: 4 }),
});
const parts = fc.record({
  operations: fc.array(operation, { maxLength: 6 }),
  schemas: fc.array(schema, { maxLength: 6 }),
});
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const EMPTY: Edited = { openapi: "3.1.0", info: { title: "", version: "1" }, paths: {}, components: { schemas: {} } };

/** A document with more in it. What a document may not have twice is left out. */
function grown(document: Edited, { operations, schemas }: Parts): Edited {
  const result = copyOf(document);
  for (const { segments, method, operationId, wish } of operations) {
    const before = copyOf(result);
    const path = `/${segments.join("/")}`;
    if (result.paths[path]?.[method] !== undefined) continue;
    addOperation(path, method, { operationId, "x-svc-method": wish })(result);
    try {
      createModel(copyOf(result), { strict: true });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      result.paths = before.paths;
    }
  }
  for (const { name, wish } of schemas) result.components.schemas[name] ??= { type: "object", "x-svc-name": wish };
  return copyOf(result);
}

function levelsOf(old: Edited, now: Edited, names?: NameLedger) {
  const { changes, new: model } = diffDocuments(
    { document: old, file: "old" },
    { document: now, file: "new" },
    names === undefined ? {} : { names },
  );
  return { breaking: changes.filter(({ level }) => level === "major").map(({ message }) => message), model };
}

test("whatever is added, in any order and over several versions, no name changes", () => {
  fc.assert(
    fc.property(parts, fc.array(parts, { minLength: 1, maxLength: 3 }), (first, later) => {
      let document = grown(EMPTY, first);
      let names = ledgerOf(createModel(document));
      for (const more of later) {
        const next = grown(document, more);
        const { breaking, model } = levelsOf(document, next, names);
        expect(breaking).toEqual([]);
        const ledger = ledgerOf(model);
        for (const kind of ["operations", "routes", "schemas", "builders", "listBuilders"] as const)
          expect({ ...ledger[kind], ...names[kind] }).toEqual(ledger[kind] ?? {});
        expect(ledger.aliases).toBeUndefined();
        expect(ledgerOf(createModel(next, { names: ledger }))).toEqual(ledger);
        const { operations, schemas } = names;
        expect(levelsOf(document, next, { operations, schemas }).breaking).toEqual([]);
        expect(levelsOf(document, next).breaking).toEqual([]);
        document = next;
        names = ledger;
      }
    }),
    { numRuns: runs(8, 200) },
  );
}, 300_000);
