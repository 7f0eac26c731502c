import { createModel, type Json } from "@svc/model";
import { grown } from "@svc/model/test-support/grown-schemas";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCompiler } from "./compile.ts";
import { createState } from "./validator.ts";

test("the work for a request grows with the request and the schema, whatever its alternatives multiply to", {
  timeout: 600_000,
}, () => {
  const values = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const named = fc.letrec<{ part: Json }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>("v1", "alphabeta", 7, null),
      fc.dictionary(fc.constantFrom("p0", "p1", "p2", "k"), tie("part"), { maxKeys: 3 }),
      fc.array(tie("part"), { maxLength: 4 }),
    ),
  })).part;
  fc.assert(
    fc.property(grown, fc.oneof(values, named), ({ document }, value) => {
      const state = createState();
      const compile = createCompiler(createModel(document).schemas, { keepText: true });
      compile({ $ref: "#/components/schemas/S0_0" }).validate(value, state);
      const { taken, most } = state.shared.work;
      expect(most).toBeLessThanOrEqual(100_000 + 64 * JSON.stringify(value).length);
      // What is begun is ended: the issues of the unions around.
      expect(taken).toBeLessThan(most + 20_000);
      expect(state.issues.length).toBeLessThan(10_000);
    }),
    { seed: seedOr(1), numRuns: runs(200, 5_000) },
  );
});
