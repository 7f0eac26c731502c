import { readFileSync } from "node:fs";
import { createModel, type Model, parseDocument, type Schema, type Schemas } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import { expect, test } from "vitest";
import { createJudge } from "../../test/support/ajv.ts";
import { TORTURE } from "../../test/support/torture.ts";
import { createValidate } from "../validate/validator.ts";
import { generate } from "./generate.ts";
import type { Mode } from "./run.ts";

const MODES: readonly Mode[] = ["default", "minimal", "maximal", "allNull"];
const SEEDS = Array.from({ length: runs(1, 6) }, (_, index) => seedOr(1) + index);

/** Problems of the values of a schema, over all modes and seeds. */
function problems(name: string, schema: Schema, schemas: Schemas, judge: ReturnType<typeof createJudge>): string[] {
  const validate = createValidate(schemas);
  return MODES.flatMap((mode) =>
    SEEDS.flatMap((seed) => {
      const value = generate(schema, { schemas, seed, mode, index: seed - seedOr(1) });
      const found = value === undefined ? "no value" : judge(schema, value);
      const mine = validate(schema, value);
      const disagree = mine.length > 0 !== (found !== undefined) ? `, own validator says ${JSON.stringify(mine)}` : "";
      return found === undefined && disagree === "" ? [] : [`${name} (${mode}, ${seed}): ${found}${disagree}`];
    }),
  );
}

const schemas = Object.fromEntries(Object.entries(TORTURE).map(([name, schema]) => [name, { schema }]));
const judge = createJudge(schemas);

test.each(Object.entries(TORTURE))("values of %s are valid in all modes", (name, schema) => {
  expect(problems(name, schema, schemas, judge)).toEqual([]);
});

function bodies({ operations }: Model): (readonly [string, Schema])[] {
  return operations.flatMap(({ id, body, responses, parameters }) => [
    ...(body?.content ?? []).flatMap(({ schema }, index) => (schema ? [[`${id} body ${index}`, schema] as const] : [])),
    ...responses.flatMap(({ status, content }) =>
      content.flatMap(({ schema }, index) => (schema ? [[`${id} ${status} ${index}`, schema] as const] : [])),
    ),
    ...parameters.map(({ name, schema }) => [`${id} ${name}`, schema] as const),
  ]);
}

const OWN = new URL("../../../../spec/openapi.yaml", import.meta.url);
const DOCUMENTS = [
  { file: "spec/openapi.yaml", read: () => readFileSync(OWN, "utf8") },
  ...FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github"),
];

for (const { file, read } of DOCUMENTS) {
  test(`values of all schemas, bodies and parameters of ${file} are valid`, { timeout: 120_000 }, () => {
    const model = createModel(parseDocument(read(), file).document);
    const judgeOf = createJudge(model.schemas);
    // Most bodies are references to the same few schemas.
    const unique = new Map(bodies(model).map((entry) => [JSON.stringify(entry[1]), entry]));
    const named = Object.entries(model.schemas).map(([name, { schema }]) => [name, schema] as const);
    const found = [...named, ...unique.values()].flatMap(([name, schema]) =>
      problems(name, schema, model.schemas, judgeOf),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });
}
