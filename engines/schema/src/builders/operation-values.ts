import {
  type Content,
  findOperation,
  type Json,
  methodArguments,
  type Operation,
  preferredContent,
  type Response,
  setOwn,
  unknownOperation,
} from "@svc/model";

import { makeContent } from "./body-value.ts";
import { BuildError } from "./build-error.ts";
import { explainContradiction } from "./explain-contradiction.ts";
import { generate } from "./generate.ts";
import type { OperationContext } from "./operation-context.ts";
import { makeParameter } from "./parameter-value.ts";
import { fork } from "./random.ts";
import type { Direction, Mode } from "./run.ts";

/** An argument list for the client's method of an operation: path values, body, object of parameters. */
export function makeArguments(id: string, context: OperationContext, mode: Exclude<Mode, "allNull">): unknown[] {
  const operation = find(id, context);
  const { path, body, params, paramsRequired } = methodArguments(operation);
  const values: unknown[] = path.map(({ parameter }) => {
    const value = makeParameter(parameter, context);
    requireValue(value, `the parameter ${parameter.name} of ${id}`, parameter.schema, context);
    return value;
  });
  if (body !== undefined) values.push(makeBody(id, context, mode));
  const shown = params.filter(({ parameter }) => parameter.required || mode === "maximal");
  if (!paramsRequired && shown.length === 0) return values;
  const object = {};
  for (const { key, parameter } of shown) {
    const value = makeParameter(parameter, context);
    if (parameter.required) requireValue(value, `the parameter ${key} of ${id}`, parameter.schema, context);
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
  if (body?.required) requireValue(json, `the body of ${id}`, schema, context);
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
function requireValue(value: unknown, what: string, schema: Content["schema"], { model }: OperationContext): void {
  if (value !== undefined || schema === undefined) return;
  const found = explainContradiction(schema, model.schemas);
  throw new BuildError(what, [
    { pointer: "", message: `the document allows no value${found === undefined ? "" : `: ${found.message}`}` },
  ]);
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

/** JSON if there is any, else the first: the content that the client speaks, too. */
