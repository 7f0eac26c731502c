import type { Model, Operation, Schema, Schemas } from "@svc/model";
import * as fastCheck from "fast-check";
import { createNodeArbitraries } from "../../src/arbitrary/index.ts";
import { generate } from "../../src/builders/generate.ts";
import type { Mode } from "../../src/builders/run.ts";
import { compilerOf } from "../../src/shape/compiler.ts";
import { createValidate } from "../../src/validate/validator.ts";
import { createJudge, type Judge } from "./ajv.ts";
import { createSecondJudge } from "./hyperjump.ts";

/** Result of judging the values that are made of a document's schemas. */
export interface Judgement {
  readonly schemas: number;
  readonly values: number;
  /** Schemas for which the document allows no value. */
  readonly impossible: readonly string[];
  /** Values that one of the judges refuses, a line each. */
  readonly refused: readonly string[];
}

export interface JudgeOptions {
  readonly seeds: readonly number[];
  /** Values of each arbitrary. */
  readonly runs: number;
  /** Judge every nth schema only, counted from the first seed. @default 1 */
  readonly every?: number;
  /** Whether Hyperjump judges, which divides decimals as they are stored and refuses some host names. @default true */
  readonly hasSecond?: boolean;
}

const MODES: readonly Mode[] = ["default", "minimal", "maximal", "allNull"];

/** Makes values of every schema, body and parameter by builders and arbitraries, and has our validator and two others judge them. */
export async function judgeModel(
  { schemas, operations }: { readonly schemas: Schemas; readonly operations: Model["operations"] },
  options: JudgeOptions,
): Promise<Judgement> {
  const unique = new Map(operations.flatMap(schemasOf).map((entry) => [JSON.stringify(entry[1]), entry]));
  const named = Object.entries(schemas).map(([name, { schema }]) => [name, schema] as const);
  const { every = 1, seeds, hasSecond = true } = options;
  const all = [...named, ...unique.values()].filter((_, index) => index % every === (seeds[0] ?? 0) % every);
  const others = [...unique.values()].map(([, schema]) => schema);
  const validate = createValidate(schemas);
  const own: Judge = (schema, value) => validate(schema, value)[0]?.message;
  const second = hasSecond ? { Hyperjump: await createSecondJudge(schemas, others) } : {};
  const judges = { Ajv: createJudge(schemas), ...second, own };
  const impossible: string[] = [];
  const refused: string[] = [];
  let values = 0;
  for (const [name, schema] of all) {
    const least = generate(schema, { schemas, seed: 1, mode: "minimal", useExamples: false, exact: true });
    if (least === undefined || !compilerOf(schemas).isValid(schema, least)) {
      impossible.push(name);
      continue;
    }
    for (const [way, value] of valuesOf(schema, schemas, options)) {
      values += 1;
      const found = value === undefined ? ["no value"] : verdicts(judges, schema, value);
      refused.push(...found.map((problem) => `${name} (${way}): ${problem}`));
    }
  }
  return { schemas: all.length, values, impossible, refused };
}

function verdicts(judges: { readonly [name: string]: Judge }, schema: Schema, value: unknown): string[] {
  return Object.entries(judges).flatMap(([name, judge]) => {
    const problem = judge(schema, value);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
}

function valuesOf(schema: Schema, schemas: Schemas, { seeds, runs }: JudgeOptions): (readonly [string, unknown])[] {
  const built = MODES.flatMap((mode) =>
    seeds.map((seed) => [`${mode} ${seed}`, generate(schema, { schemas, seed, mode, index: seed })] as const),
  );
  const node = compilerOf(schemas).compile(schema);
  if (node.shapes.length === 0) return built;
  const arbitrary = createNodeArbitraries(schemas, fastCheck)(node);
  const drawn = fastCheck.sample(arbitrary, { seed: seeds[0] ?? 1, numRuns: runs });
  return [...built, ...drawn.map((value, index) => [`arbitrary ${index}`, value] as const)];
}

function schemasOf({ id, body, responses, parameters }: Operation): (readonly [string, Schema])[] {
  const isJson = (mediaType: string): boolean => /json|\*/.test(mediaType);
  const contents = [
    ...(body?.content ?? []).map((content) => ["body", content] as const),
    ...responses.flatMap(({ status, content }) => content.map((one) => [status, one] as const)),
  ];
  return [
    ...contents.flatMap(([place, { mediaType, schema }]) =>
      schema !== undefined && isJson(mediaType) ? [[`${id} ${place}`, schema] as const] : [],
    ),
    ...parameters.map(({ name, schema }) => [`${id} ${name}`, schema] as const),
  ];
}
