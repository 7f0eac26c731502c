import { registerSchema, setShouldValidateFormat, unregisterSchema } from "@hyperjump/json-schema/draft-2020-12";
import { BASIC, compile, getSchema, interpret } from "@hyperjump/json-schema/experimental";
import "@hyperjump/json-schema/formats";
import { fromJs } from "@hyperjump/json-schema/instance/experimental";
import { type Json, refTo, type Schema, type Schemas } from "@svc/model";
import type { Judge } from "./ajv.ts";

let count = 0;

/**
 * A second judge beside Ajv, which is of another author and compiles nothing to code: Hyperjump's. It knows the named
 * schemas and those that are given.
 */
export async function createSecondJudge(schemas: Schemas, others: readonly Schema[]): Promise<Judge> {
  setShouldValidateFormat(true);
  const named = Object.entries(schemas).map(([name, { schema }]) => [name, schema] as const);
  const entries = [...named.map(([, schema]) => schema), ...others];
  const places = new Map(entries.map((schema, index) => [schema, `#/$defs/${index}`]));
  const refs = new Map(named.map(([name], index) => [refTo(name), `#/$defs/${index}`]));
  const id = `https://second-judge.test/${count++}`;
  const $defs = Object.fromEntries(entries.map((schema, index) => [String(index), readable(schema, refs)]));
  const all = entries.map((_, index) => ({ $ref: `#/$defs/${index}` }));
  const root = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: id, $defs, anyOf: [true, ...all] };
  registerSchema(root as Parameters<typeof registerSchema>[0]);
  const { ast } = await compile(await getSchema(id));
  unregisterSchema(id);
  return (schema, value) => {
    const place = places.get(schema);
    if (place === undefined) throw new TypeError("a schema that the judge was not given");
    const plain = JSON.parse(JSON.stringify(value));
    const output = interpret({ ast, schemaUri: `${id}${place}` }, fromJs(plain), BASIC);
    if (output.valid) return undefined;
    const [first] = output.errors ?? [];
    return `${first?.instanceLocation} ${first?.keyword}: ${JSON.stringify(plain).slice(0, 500)}`;
  };
}

/** With its own references, and without patterns that the `u` flag refuses: Ajv alone judges those. */
function readable(schema: Schema, refs: ReadonlyMap<string, string>): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref") return refs.get(value) ?? value;
    if (key === "pattern") return typeof value === "string" && !isUnicode(value) ? undefined : value;
    if (key !== "patternProperties" || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).filter(([pattern]) => isUnicode(pattern)));
  });
}

function isUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
