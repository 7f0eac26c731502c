import {
  type Content,
  deref,
  essenceOf,
  findOperation,
  isFileSchema,
  isUnconstrained,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  type Parameter,
  preferredContent,
  type Response,
  type Schema,
  type Schemas,
  setOwn,
  unknownOperation,
} from "@svc/model/data";
import { isRecord } from "../json.ts";
import { compilerOf } from "../shape/compiler.ts";
import { propertiesOf } from "../shape/properties.ts";
import type { Direction } from "../validate/rules.ts";
import { BuildError } from "./build-error.ts";
import { generate } from "./generate.ts";
import { fork, type Seed } from "./random.ts";
import type { Derive, Mode } from "./run.ts";

/** An argument list for the client's method of an operation: path values, body, object of parameters. */
export function makeArguments(id: string, context: OperationContext, mode: Exclude<Mode, "allNull">): unknown[] {
  const operation = find(id, context);
  const { path, body, params, paramsRequired } = methodArguments(operation);
  const values: unknown[] = path.map(({ parameter }) => {
    const value = makeParameter(parameter, context);
    requireValue(value, `the parameter ${parameter.name} of ${id}`, parameter.schema);
    return value;
  });
  if (body !== undefined) values.push(makeBody(id, context, mode));
  const shown = params.filter(({ parameter }) => parameter.required || mode === "maximal");
  if (!paramsRequired && shown.length === 0) return values;
  const object = {};
  for (const { key, parameter } of shown) {
    const value = makeParameter(parameter, context);
    if (parameter.required) requireValue(value, `the parameter ${key} of ${id}`, parameter.schema);
    if (value !== undefined) setOwn(object, key, value);
  }
  return [...values, object];
}

/** Argument lists of one operation whose path values are told again. */
const TOLD = 32;

/**
 * Tells the path values that builders without options of their own give: what `build.args` promises can be called.
 *
 * @param context that of builders without options
 */
export function createArgumentCheck(
  contextOf: (id: string, index: number) => OperationContext,
): (operation: Operation, text: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const valuesOf = (operation: Operation): ReadonlySet<string> => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === "path");
    const contexts = Array.from({ length: TOLD }, (_, index) => contextOf(operation.id, index));
    return new Set(contexts.flatMap((context) => parameters.map((one) => String(makeParameter(one, context)))));
  };
  return (operation, text) => {
    const values = known.get(operation.id) ?? valuesOf(operation);
    known.set(operation.id, values);
    return values.has(text);
  };
}

/** A request body as the client's method takes it: JSON, a form's object, text or bytes. */
export function makeBody(id: string, context: OperationContext, mode: Mode): unknown {
  const { body } = find(id, context);
  const content = preferredContent(body?.content ?? []);
  if (content === undefined) return undefined;
  const { schema, example } = content;
  const json = generateBody(schema, example, context, { direction: "request", mode });
  if (body?.required) requireValue(json, `the body of ${id}`, schema);
  return makeContent(content, json, context.model.schemas);
}

/** A response body as JSON: of a status, or of the first good response. */
export function makeResponse(id: string, context: OperationContext, status?: number | string): Json | undefined {
  const response = pickResponse(find(id, context), status);
  const content = preferredContent(response?.content ?? []);
  if (content === undefined) return undefined;
  return generateBody(content.schema, content.example, context, { direction: "response", mode: "default" });
}

function generateBody(
  schema: Content["schema"],
  example: Json | undefined,
  { model, seed, now, useExamples, derive, index = 0 }: OperationContext,
  { direction, mode }: { readonly direction: Direction; readonly mode: Mode },
): Json | undefined {
  const common = { schemas: model.schemas, now: now(), useExamples, derive, index, direction, mode };
  if (schema === undefined) return example ?? {};
  return generate(schema, { ...common, seed: fork(seed, "body"), example });
}

/** @throws BuildError where the document requires what it does not allow */
function requireValue(value: unknown, what: string, schema: Content["schema"]): void {
  if (value !== undefined || schema === undefined) return;
  throw new BuildError(what, [{ pointer: "", message: "the document allows no value" }]);
}

function find(id: string, { model }: OperationContext): Operation {
  const operation = findOperation(model.operations, id);
  if (operation !== undefined) return operation;
  throw new BuildError("build", [{ pointer: "", message: unknownOperation(id, model.operations) }]);
}

function pickResponse({ responses }: Operation, status: number | string | undefined): Response | undefined {
  const named = (name: string) => responses.find((response) => response.status.toUpperCase() === name.toUpperCase());
  if (status === undefined) return responses.find((response) => response.status.startsWith("2")) ?? named("default");
  const text = String(status);
  return named(text) ?? named(`${text[0]}XX`) ?? named("default");
}

/** A generated body as the client takes it for a media type: files of a form are blobs, binary bodies bytes. */
function makeContent({ mediaType, schema }: Content, json: Json | undefined, schemas: Schemas): unknown {
  const essence = essenceOf(mediaType);
  if (/json$|\*/.test(essence)) return json;
  if (essence === "multipart/form-data")
    return schema === undefined ? new FormData() : withFiles(json, schema, schemas);
  if (essence === "application/x-www-form-urlencoded") return schema === undefined ? new URLSearchParams() : json;
  const text = typeof json === "string" ? json : JSON.stringify(json);
  return essence.startsWith("text/") && essence !== "text/event-stream" ? text : new TextEncoder().encode(text);
}

function withFiles(json: Json | undefined, schema: Schema, schemas: Schemas): unknown {
  if (!isRecord(json)) return json;
  const compiler = compilerOf(schemas);
  const result: { [name: string]: unknown } = { ...json };
  for (const shape of compiler.compile(schema).shapes) {
    for (const { name, node } of propertiesOf(shape, compiler)) {
      const value = result[name];
      const variants = variantsOf(node.schema, schemas);
      if (typeof value === "string" && variants.some(isFileSchema)) setOwn(result, name, file(value));
      else if (Array.isArray(value) && variants.some(({ items }) => items && isFileSchema(deref(items, schemas)))) {
        setOwn(
          result,
          name,
          value.map((item) => (typeof item === "string" ? file(item) : item)),
        );
      }
    }
  }
  return result;
}

/** A schema and its alternatives. */
function variantsOf(schema: Schema, schemas: Schemas): Schema[] {
  const { anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf].map((variant) => deref(variant, schemas))];
}

function file(text: string): Blob {
  return new Blob([text], { type: "application/octet-stream" });
}

/** Texts that survive paths, headers and cookies of any server as they are. */
const SAFE = /^(?!\.{1,2}$)[\w~:@+.-]+$/;
const SAFE_SCHEMA: Schema = { minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$" };

const ANY_TEXT: Schema = { type: "string" };

const safeSchemas = new WeakMap<Schema, Schema>();

/**
 * A value for a parameter. In paths, headers and cookies a text without slashes, spaces and the like, and in paths never
 * empty and never dots, as far as the schema has such a text.
 */
function makeParameter(parameter: Parameter, context: OperationContext): Json | undefined {
  const { name } = parameter;
  const { model, seed, now, useExamples, index = 0 } = context;
  const schema = asText(parameter.schema, model.schemas);
  const make = (one: Schema, direction: "request" | "response" = "request") =>
    generate(one, {
      schemas: model.schemas,
      seed: fork(fork(seed, parameter.in), name),
      now: now(),
      useExamples,
      index,
      direction,
      name,
    });
  const value = make(schema);
  // A query carries any text, but blanks within what blanks separate.
  if ((parameter.in === "query" && parameter.style !== "spaceDelimited") || isSafe(value)) return value;
  const safer = make(safe(schema));
  if (isSafe(safer)) return safer;
  // Of an object nothing may be left where all its properties are `readOnly`, which says something of bodies only.
  const whole = typeof value === "object" ? make(safe(schema), "response") : undefined;
  return isSafe(whole) ? whole : value;
}

function isSafe(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isSafe);
  if (typeof value === "object" && value !== null)
    return Object.values(value).length > 0 && Object.values(value).every(isSafe);
  return typeof value === "string" ? SAFE.test(value) : value !== undefined && value !== null;
}

/** A parameter of any type is text: of objects, no server can tell what they were. */
function asText(schema: Schema, schemas: Schemas): Schema {
  return isUnconstrained(deref(schema, schemas)) ? ANY_TEXT : schema;
}

function safe(schema: Schema): Schema {
  const known = safeSchemas.get(schema);
  if (known !== undefined) return known;
  // Each part says something of its own type only; properties that the schema names are "additional" to this one.
  const parts: Schema = { items: SAFE_SCHEMA, minItems: 1, additionalProperties: SAFE_SCHEMA };
  const created: Schema = { allOf: [schema, SAFE_SCHEMA, parts] };
  safeSchemas.set(schema, created);
  return created;
}

/** Sources of the values of operations. */
export interface OperationContext {
  readonly model: Model;
  readonly seed: Seed;
  readonly now: () => number;
  readonly useExamples: boolean;
  readonly derive: { readonly [schemaName: string]: Derive } | undefined;
  readonly index?: number;
}
