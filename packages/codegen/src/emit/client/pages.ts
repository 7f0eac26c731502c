import {
  conjunctsOf,
  deref,
  detectPagination,
  type Model,
  type Operation,
  type Pagination,
  type Schema,
  successResponses,
} from "@svc/model";
import { type Code, identifier, join, str, ts } from "../../quote/index.ts";
import { resultType } from "../operation-types.ts";
import { schemaType } from "../schema-type.ts";
import { namesOf } from "../sdk-name.ts";
import type { Target } from "../target.ts";
import { usualStream } from "./streams.ts";

/** How an operation is iterated; undefined where it is not. */
export function pageOf(
  operation: Operation,
  model: Model,
  { pagination }: { readonly pagination?: Target["pagination"] | undefined },
): Pagination | undefined {
  const given = pagination?.get(operation.id) ?? detectPagination(operation, model.schemas);
  return given === false ? undefined : given;
}

/** Type that the method of an operation returns. */
export function promiseType(operation: Operation, model: Model, target: Target): Code {
  const stream = usualStream(operation, model);
  if (stream !== undefined) return ts`StreamPromise<${stream.type}>`;
  const plain = resultType(operation, model);
  const result = operation.lifecycle === undefined ? plain : ts`(${plain}) & AsyncDisposable`;
  const page = pageOf(operation, model, target);
  if (page !== undefined) return ts`ListPromise<${result}, ${itemType(operation, model, { result, page })}>`;
  return ts`${identifier(namesOf(target.sdk).promise)}<${result}>`;
}

function itemType(operation: Operation, model: Model, { result, page }: { result: Code; page: Pagination }): Code {
  const path = join(page.items.map(str), ", ");
  const lookup = ts`ItemOf<${result}, [${path}]>`;
  const [response, ...others] = successResponses(operation);
  const body = response?.content.find(({ mediaType }) => /json/i.test(mediaType))?.schema;
  const list = body && page.items.reduce<Schema | undefined>((schema, name) => property(schema, name, model), body);
  const items = others.length === 0 && list ? deref(list, model.schemas).items : undefined;
  return items === undefined ? lookup : schemaType(items, model, lookup);
}

/** A property of an object, or of the one of its parts that has it. */
function property(schema: Schema | undefined, name: string, model: Model): Schema | undefined {
  const parts = schema === undefined ? [] : conjunctsOf(schema, model.schemas);
  const found = parts.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
  );
  return found.length === 1 ? found[0] : undefined;
}
