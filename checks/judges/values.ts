import { compilerOf, generate, type Mode } from "@svc/schema";
import * as fastCheck from "fast-check";
import { createNodeArbitraries } from "../../engines/schema/src/arbitrary/index.ts";
import { createAjv } from "./ajv.ts";
import { DRAFTS, type Draft, inDocument, readGroups } from "./json-schema-suite.ts";
import type { Judge, Verdict } from "./judge.ts";

const MODES: readonly Mode[] = ["default", "minimal", "maximal", "allNull"];

/** The suite turned around: each value that is made of its schemas has to be valid for Ajv. */
function judgeValues(draft: Draft, isWhole: boolean): Verdict[] {
  const runs = isWhole ? 4 : 1;
  const all = [...readGroups(draft, "keywords"), ...readGroups(draft, "formats")];
  const groups = isWhole ? all : all.filter((_, index) => index % 10 === 0);
  return groups.flatMap(([place, { schema, tests }]) => {
    const { schema: own, schemas } = inDocument(schema, draft);
    const ajv = createAjv(draft, schema);
    const isSatisfiable = tests.some(({ valid }) => valid);
    // Of a schema that contradicts itself, a value is made at most that services accept for all that.
    const least = generate(own, { schemas, seed: 1, mode: "minimal", useExamples: false, exact: true });
    if (least === undefined || !compilerOf(schemas).isValid(own, least))
      return [{ name: `${place}, no value`, isRight: !isSatisfiable, got: JSON.stringify(least) ?? "no value" }];
    const values: (readonly [string, unknown])[] = [];
    try {
      for (const mode of MODES) {
        for (let seed = 1; seed <= runs; seed++)
          values.push([`${mode} ${seed}`, generate(own, { schemas, seed, mode, index: seed })]);
      }
      const node = compilerOf(schemas).compile(own);
      if (node.shapes.length > 0) {
        const drawn = fastCheck.sample(createNodeArbitraries(schemas, fastCheck)(node), { seed: 1, numRuns: runs * 5 });
        values.push(...drawn.map((value, index) => [`arbitrary ${index}`, value] as const));
      }
    } catch (error) {
      return [{ name: `${place}, none`, isRight: !isSatisfiable, got: String(error) }];
    }
    return values.flatMap(([way, value]) => {
      const verdict = ajv(value);
      if (verdict === undefined) return [];
      return [
        {
          name: `${place}, ${way}`,
          isRight: verdict,
          got: `${JSON.stringify(value)} of ${JSON.stringify(schema)}`.slice(0, 400),
        },
      ];
    });
  });
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
