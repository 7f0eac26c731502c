import {
  bodyKind,
  conjunctsOf,
  deref,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  type Parameter,
  preferredContent,
  refName,
  type Schema,
  successResponses,
  tagNames,
  typesOf,
} from "@svc/model";
import { type Code, comment, identifier, join, key, literal, str, ts } from "../../quote/index.ts";
import { isDecoded, markOf } from "../decoded-model.ts";
import { namesHolding } from "../map-children.ts";
import { functionNames } from "../sdk-name.ts";
import type { Target } from "../target.ts";
import { streamedContent } from "./streams.ts";

/**
 * `client/values.ts`: where the values lie that the client decodes and encodes. A constant per schema and per operation, so
 * that a bundle of functions has only those of the operations in it.
 */
export function emitValues(model: Model, target: Target): Code {
  const { plan, rows: found, touched } = planner(model);
  const names = functionNames(model.operations);
  const schemas = [...touched].map((name) => {
    const { typeName = "", schema = {} } = model.schemas[name] ?? {};
    return ts`

      const ${planName(typeName)}: Plan = ${plan(schema) ?? ts`{}`};`;
  });
  const rows = model.operations.flatMap(({ id }, index) => {
    const row = found.get(id);
    return row === undefined ? [] : [{ id, name: valuesName(names[index] ?? ""), row }];
  });
  return ts`
    ${target.banner}
    import type { Plan, ValuesRow, ValuesTable } from ${str(target.runtimes.client)};
    ${schemas}
    ${rows.map(
      ({ id, name, row }) => ts`

        ${comment(`Values of \`${id}\`.`)}
        export const ${name}: ValuesRow = ${row};`,
    )}

    /** Values of all operations, by operation id. */
    export const values: ValuesTable = {
      ${rows.map(({ id, name }) => ts`${key(id)}: ${name},`)}
    };
  `;
}

/** Tests whether the client decodes or encodes values of an operation. */
export function hasValues({ id }: Operation, { decoding }: Target): boolean {
  return decoding !== undefined && planner(decoding.model).rows.has(id);
}

/** Tests whether the client decodes or encodes a part of a value. */
export function hasPlan(schema: Schema | undefined, model: Model): boolean {
  return schema !== undefined && isDecoded(model) && planner(model).plan(schema) !== undefined;
}

/** The constant of an operation whose function has the name. */
export function valuesName(functionName: string): Code {
  return identifier(`${functionName}Values`);
}

/** No type of the runtime ends so. */
function planName(typeName: string): Code {
  return identifier(`${typeName}$`);
}

interface Planner {
  /** Code of the plan of a schema; undefined where nothing in it is decoded. */
  readonly plan: (schema: Schema) => Code | undefined;
  /** Code of the row of an operation, by its id. */
  readonly rows: ReadonlyMap<string, Code>;
  /** Names of the schemas in which something is decoded, themselves or by reference. */
  readonly touched: ReadonlySet<string>;
}

const planners: WeakMap<Model, Planner> = /* @__PURE__ */ new WeakMap();

function planner(model: Model): Planner {
  const known = planners.get(model);
  if (known !== undefined) return known;
  const touched = namesHolding(model, (part) => markOf(part) !== undefined);
  const plan: Planner["plan"] = (schema) => planOf(schema, model, touched);
  const rows = model.operations.flatMap((operation): [string, Code][] => {
    const row = rowOf(operation, model, plan);
    return row === undefined ? [] : [[operation.id, row]];
  });
  const made: Planner = { plan, rows: new Map(rows), touched };
  planners.set(model, made);
  return made;
}

function rowOf(operation: Operation, model: Model, plan: Planner["plan"]): Code | undefined {
  const answers = successResponses(operation).flatMap(({ status, content }) => {
    const { mediaType, schema } = preferredContent(content) ?? {};
    const code = schema && bodyKind(mediaType ?? "") === "json" ? plan(schema) : undefined;
    return code === undefined ? [] : [ts`${key(status)}: ${code},`];
  });
  const streamed = streamedContent(operation);
  // Of a type without values there is a plan, too: an answer of a type that the document does not name has the first.
  const items = streamed.map(({ content, stream }) => ts`${key(content.mediaType)}: ${plan(stream.item) ?? ts`{}`}`);
  const hasItems = streamed.some(({ stream }) => plan(stream.item) !== undefined);
  const params = methodArguments(operation).params.flatMap(({ key: name, parameter }) => {
    const code = hasParts(parameter, model) ? plan(parameter.schema) : undefined;
    return code === undefined ? [] : [ts`${key(name)}: ${code}`];
  });
  const sent = preferredContent(operation.body?.content ?? [])?.schema;
  const body = sent && plan(sent);
  if (answers.length === 0 && !hasItems && params.length === 0 && body === undefined) return undefined;
  return ts`
    {
      ${answers.length === 0 ? [] : [ts`answers: { ${join(answers, " ")} },`]}
      ${hasItems ? [ts`items: { ${join(items, ", ")} },`] : []}
      ${params.length === 0 ? [] : [ts`params: { ${join(params, ", ")} },`]}
      ${body === undefined ? [] : [ts`body: ${body},`]}
    }`;
}

/** Whether a parameter is JSON, or may hold JSON: scalars and lists of them are text by themselves. */
function hasParts({ mediaType, schema }: Parameter, { schemas }: Model): boolean {
  const isScalar = (part: Schema): boolean =>
    typesOf(part).length > 0 && typesOf(part).every((type) => !/^(array|object)$/.test(type));
  const target = deref(schema, schemas);
  const items = typesOf(target).join() === "array" ? target.items : undefined;
  return mediaType !== undefined || !(isScalar(target) || (items !== undefined && isScalar(deref(items, schemas))));
}

function planOf(schema: Schema, model: Model, touched: ReadonlySet<string>): Code | undefined {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    const name = refName($ref);
    const target = touched.has(name) ? ts`() => ${planName(model.schemas[name]?.typeName ?? "")}` : undefined;
    const own = planOf(beside, model, touched);
    return target && own ? ts`{ all: [${target}, ${own}] }` : (target ?? own);
  }
  const leaf = markOf(schema);
  const child = (part: Schema | undefined): Code | undefined => part && planOf(part, model, touched);
  const { items, prefixItems = [], properties = {}, patternProperties = {}, additionalProperties } = schema;
  const members = child(additionalProperties);
  const named = (schemas: { readonly [name: string]: Schema }): Code[] =>
    Object.entries(schemas).flatMap(([name, part]) => {
      // Names that the plan of the other members does not apply to.
      const code = child(part) ?? (members && ts`{}`);
      return code === undefined ? [] : [ts`${key(name)}: ${code}`];
    });
  const object = (keyword: Code, members: readonly Code[]): Code[] =>
    members.length === 0 ? [] : [ts`${keyword}: { ${join(members, ", ")} }`];
  const list = (keyword: Code, parts: readonly (Code | undefined)[]): Code[] =>
    parts.every((part) => part === undefined)
      ? []
      : [
          ts`${keyword}: [${join(
            parts.map((part) => part ?? ts`undefined`),
            ", ",
          )}]`,
        ];
  const one = (keyword: Code, code: Code | undefined): Code[] => (code === undefined ? [] : [ts`${keyword}: ${code}`]);
  const all = [
    ...(leaf === undefined ? [] : [str(leaf)]),
    ...(schema.allOf ?? []).flatMap((part) => child(part) ?? []),
  ];
  const parts = [
    ...one(ts`items`, child(items)),
    ...list(ts`tuple`, prefixItems.map(child)),
    ...object(ts`properties`, named(properties)),
    ...object(ts`patterns`, named(patternProperties)),
    ...one(ts`members`, members),
    ...list(ts`any`, alternativesOf(schema, model, touched)),
  ];
  if (parts.length === 0 && all.length <= 1) return all[0];
  return ts`{ ${join([...parts, ...(all.length === 0 ? [] : [ts`all: [${join(all, ", ")}]`])], ", ")} }`;
}

function alternativesOf(schema: Schema, model: Model, touched: ReadonlySet<string>): Code[] {
  return [schema.anyOf ?? [], schema.oneOf ?? []].flatMap((alternatives) => {
    const plans = alternatives.map((part) => planOf(part, model, touched));
    if (plans.every((plan) => plan === undefined)) return [];
    return alternatives.map((part, index) => {
      const facts = Object.entries(factsOf(part, model, schema.discriminator)).map(
        ([name, value]) => ts`${key(name)}: ${literal(value)}`,
      );
      const plan = plans[index];
      return ts`{ ${join([...facts, ...(plan === undefined ? [] : [ts`plan: ${plan}`])], ", ")} }`;
    });
  });
}

/** Facts by which values of an alternative are told from others: see `Alternative` of the runtime. */
function factsOf(alternative: Schema, model: Model, discriminator: Schema["discriminator"]): { [fact: string]: Json } {
  const parts = conjunctsOf(alternative, model.schemas);
  const types = parts.map(typesOf).filter((list) => list.length > 0);
  const required = parts.flatMap((part) => part.required ?? []);
  const values: { [name: string]: Json } = {};
  const except: { [name: string]: Json } = {};
  for (const { properties = {} } of parts) {
    for (const [name, property] of Object.entries(properties)) {
      const { const: only, enum: several, "x-svc-other": other } = deref(property, model.schemas);
      const listed = only === undefined ? several : [only];
      if (listed !== undefined) values[name] = [...listed];
      if (other !== undefined) except[name] = [...other];
    }
  }
  // The alternative of all other values has no tag of its own.
  const tags =
    discriminator && alternative.$ref !== discriminator.defaultMapping ? tagNames(discriminator, alternative) : [];
  if (discriminator && tags.length > 0) values[discriminator.propertyName] ??= tags;
  const [first] = types;
  const isObject = types.length === 0 && parts.some(({ properties }) => properties !== undefined);
  return {
    ...(first !== undefined && { types: [...first] }),
    ...(isObject && { types: ["object"] }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(Object.keys(except).length > 0 && { except }),
  };
}
