import { type Model, methodArguments, type Operation } from "@svc/model";
import type { Builder, BuilderTools } from "@svc/schema";
import { createBuilders } from "@svc/schema";
import type { JsonArbitrary } from "@svc/schema/arbitrary";
import { createArbitraries } from "@svc/schema/arbitrary";
import { createJudge, type Judge } from "@svc/schema/test-support/ajv";
import { sample } from "./sample.ts";

const SEEDS: readonly number[] = [1, 2, 3, 4, 5];
/** Arbitrary values per schema. */
const SAMPLES = 50;

type Tools = BuilderTools<{ [id: string]: unknown[] }>;

/** Makes values of every schema and operation of a document in every way, and judges them. */
export function validity(model: Model): { readonly values: number; readonly invalid: readonly string[] } {
  const judge = createJudge(model.schemas);
  const invalid: string[] = [];
  let values = 0;
  const count: Judge = (schema, value) => {
    values += 1;
    const problem = judge(schema, value);
    if (problem !== undefined) invalid.push(problem);
    return problem;
  };
  for (const seed of SEEDS) {
    const build = createBuilders<Tools>(model, { seed }) as Tools & { [name: string]: Builder<unknown> };
    for (const { builderName = "", schema } of Object.values(model.schemas)) {
      const make = build[builderName];
      if (make === undefined) continue;
      for (const one of [make, make.minimal, make.maximal, make.allNull]) count(schema, one());
    }
    for (const operation of model.operations) judgeOperation(operation, build, count);
  }
  const arbitrary = createArbitraries<{ [name: string]: () => JsonArbitrary }>(model);
  for (const { builderName = "", schema } of Object.values(model.schemas)) {
    const values = arbitrary[builderName]?.();
    if (values !== undefined) for (const value of sample(values, { seed: 1, numRuns: SAMPLES })) count(schema, value);
  }
  return { values, invalid };
}

function judgeOperation(operation: Operation, build: Tools, judge: Judge): void {
  const isJson = (mediaType: string): boolean => /json|\*/.test(mediaType);
  const { path, body, params } = methodArguments(operation);
  for (const mode of ["default", "maximal"] as const) {
    const args = build.args(operation.id, { mode });
    for (const [index, { parameter }] of path.entries()) judge(parameter.schema, args[index]);
    const given = (args[path.length + (body === undefined ? 0 : 1)] ?? {}) as Record<string, unknown>;
    for (const { key, parameter } of params) if (Object.hasOwn(given, key)) judge(parameter.schema, given[key]);
  }
  const sent = operation.body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
  if (sent !== undefined) judge(sent, build.body(operation.id));
  for (const { status, content } of operation.responses) {
    const schema = content.find(({ mediaType }) => isJson(mediaType))?.schema;
    if (schema !== undefined) judge(schema, build.response(operation.id, status));
  }
}
