import type { Schema, Schemas } from "@svc/model";
import { compilerOf, generate, type Mode } from "@svc/schema";
import * as fastCheck from "fast-check";
import { createNodeArbitraries } from "../../engines/schema/src/arbitrary/index.ts";
import { createAjv } from "./ajv.ts";
import { DRAFTS, type Draft, inDocument, readGroups } from "./json-schema-suite.ts";
import { attempt, type Case, type Judge } from "./judge.ts";

const MODES: readonly Mode[] = ["default", "minimal", "maximal", "allNull"];

/** The suite turned around: each value that is made of its schemas has to be valid for Ajv. */
function judgeValues(draft: Draft, isWhole: boolean): Case[] {
  const all = [...readGroups(draft, "keywords"), ...readGroups(draft, "formats")];
  const groups = isWhole ? all : all.filter((_, index) => index % 10 === 0);
  return groups.flatMap(([place, { schema: input, tests }]): Case[] => {
    const { schema, schemas } = inDocument(input, draft);
    const ajv = createAjv(draft, input);
    const isSatisfiable = tests.some(({ valid }) => valid);
    // Of a schema that contradicts itself, a value is made at most that services accept for all that.
    const least = generate(schema, { schemas, seed: 1, mode: "minimal", useExamples: false, exact: true });
    if (least === undefined || !compilerOf(schemas).isValid(schema, least))
      return [{ name: `${place}, no value`, input, got: false, due: isSatisfiable }];
    const values = attempt(() => valuesOf(schema, schemas, isWhole ? 4 : 1));
    if (typeof values === "string") return [{ name: `${place}, none`, input: values, got: false, due: isSatisfiable }];
    return values
      .map(([way, value]) => ({
        name: `${place}, ${way}`,
        input: { value, schema: input },
        got: ajv(value),
        due: true,
      }))
      .filter(({ got }) => got !== undefined);
  });
}

/** Values of builders and of arbitraries, with the way each was made. */
function valuesOf(schema: Schema, schemas: Schemas, runs: number): (readonly [way: string, value: unknown])[] {
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  const built = MODES.flatMap((mode) =>
    seeds.map((seed) => [`${mode} ${seed}`, generate(schema, { schemas, seed, mode, index: seed })] as const),
  );
  const node = compilerOf(schemas).compile(schema);
  if (node.shapes.length === 0) return built;
  const drawn = fastCheck.sample(createNodeArbitraries(schemas, fastCheck)(node), { seed: 1, numRuns: runs * 5 });
  return [...built, ...drawn.map((value, index) => [`arbitrary ${index}`, value] as const)];
}

const AJV = "the judge is wrong: Ajv";

const LARGE = [/^multipleOf: small multiple of large integer/, `${AJV} reads a quotient such as 5e23 as 5`] as const;

const WANTED: { readonly [folder in Draft["folder"]]: NonNullable<Judge["wanted"]> } = {
  "draft2020-12": [
    LARGE,
    [
      /^contains: .* boolean schema false, no value/,
      "a schema without a type means the type that its keywords are about, and of that nothing is valid",
    ],
    [
      /^not: collect annotations inside/,
      "a limit of the search, which finds no value: `not` around `unevaluatedProperties`",
    ],
    [
      /^unevaluatedItems: unevaluatedItems with nested items/,
      `${AJV} does not see the items of one alternative where another is true; the suite does`,
    ],
    [
      /^unevaluated(?:Items|Properties): .*(?:if without then and else|then not defined)/,
      `${AJV} leaves out an \`if\` without \`then\`; the suite does not`,
    ],
  ],
  draft4: [
    LARGE,
    [/^ref: ref overrides any sibling/, `${AJV} reads what stands beside \`$ref\`; the suite and OpenAPI 3.0 do not`],
  ],
};

export const valueJudges: readonly Judge[] = DRAFTS.map((draft) => ({
  suite: `JSON-Schema-Test-Suite, ${draft.folder}, turned around`,
  version: "2026-08",
  judged: "values of builders and arbitraries, by Ajv",
  wanted: WANTED[draft.folder],
  judge: (isWhole) => judgeValues(draft, isWhole),
}));
