import type { LifecycleDeclaration, WaiterDeclaration } from "../declarations/waiter-declaration.ts";
import { childPointer } from "../load/pointer.ts";
import type { Body, Callback, Content, Method, Operation, Parameter, Webhook } from "../model.ts";
import type { NameLedger } from "../naming/name-ledger.ts";
import { identifyOperations } from "../naming/operation-ids.ts";
import { nameOperations } from "../naming/operation-names.ts";
import { detectPagination } from "../pagination.ts";
import { deref, type Schemas, typesOf } from "../schema.ts";
import { buildContent } from "./content.ts";
import type { Context } from "./context.ts";
import { buildParameters } from "./parameters.ts";
import { operationsOf } from "./path-item.ts";
import { asString, entries, get, optional, type Raw, strings } from "./raw.ts";
import { buildResponses, withStreamEnds } from "./responses.ts";
import { buildSecurity } from "./security.ts";
import { buildServers } from "./servers.ts";

/**
 * Methods for which fetch refuses a body. OpenAPI 3.0 says of bodies where HTTP gives them no meaning that they "SHALL be
 * ignored".
 */
const BODYLESS: ReadonlySet<Method> = new Set<Method>(["get", "head", "trace"]);

/** An operation before it has an id and a name. */
type Anonymous = Omit<Operation, "id" | "name" | "derivedId"> & {
  readonly operationId: string | undefined;
  readonly override: readonly string[] | undefined;
};

/** Every operation of `paths`, in document order. */
export function buildOperations(
  document: unknown,
  context: Context,
  schemas: Schemas,
  ledger?: NameLedger,
): Operation[] {
  const anonymous = entries(get(document, "paths"))
    .filter(([path]) => path.startsWith("/"))
    .flatMap(([path, item]) => buildPathItem({ path, item, at: childPointer("/paths", path) }, document, context));
  const ids = identifyOperations(anonymous, ledger);
  const named = nameOperations(
    anonymous.map((operation, index) => ({
      ...operation,
      id: ids[index] ?? "",
      listsItems:
        operation.method === "get" &&
        (returnsArray(operation, schemas) || detectPagination(operation, schemas) !== undefined),
      streams: operation.method === "get" && givesStream(operation),
    })),
    ledger,
  );
  return anonymous.map(({ operationId, override: _, ...operation }, index) => ({
    id: ids[index] ?? "",
    ...optional("derivedId", operationId !== ids[index] ? (true as const) : undefined),
    name: named[index] ?? [],
    ...operation,
  }));
}

/** Every request of `webhooks`, or of the extension that came before it, in document order. */
export function buildWebhooks(document: unknown, context: Context): Webhook[] {
  const key = get(document, "webhooks") === undefined ? "x-webhooks" : "webhooks";
  return entries(get(document, key)).flatMap(([name, item]) =>
    buildPathItem({ path: "", item, at: childPointer(`/${key}`, name) }, document, context).map((request) =>
      toWebhook(name, request),
    ),
  );
}

/** Every request of the `callbacks` of the operations, in document order. */
export function buildCallbacks(document: unknown, operations: readonly Operation[], context: Context): Callback[] {
  const byPointer = new Map(operations.map(({ pointer, id }) => [pointer, id]));
  return entries(get(document, "paths")).flatMap(([path, item]) => {
    const pathItem = context.resolve(item, childPointer("/paths", path));
    return operationsOf(pathItem.value).flatMap(({ value, tokens }) => {
      const pointer = childPointer(pathItem.pointer, ...tokens);
      const id = byPointer.get(pointer);
      const callbacks = entries(get(value, "callbacks"));
      if (id === undefined) return [];
      return callbacks.flatMap(([name, callback]) => {
        const found = context.resolve(callback, childPointer(pointer, "callbacks", name));
        return entries(found.value)
          .filter(([expression]) => !expression.startsWith("x-"))
          .flatMap(([expression, inner]) =>
            buildPathItem(
              { path: "", item: inner, at: childPointer(found.pointer, expression) },
              document,
              context,
            ).map((request) => ({ ...toWebhook(name, request), operation: id, expression })),
          );
      });
    });
  });
}

function toWebhook(
  name: string,
  { method, summary, description, deprecated, parameters, body, responses, pointer }: Anonymous,
): Webhook {
  return {
    name,
    method,
    ...optional("summary", summary),
    ...optional("description", description),
    ...optional("deprecated", deprecated),
    parameters,
    ...optional("body", body),
    responses,
    pointer,
  };
}

interface LocatedItem {
  readonly path: string;
  readonly item: unknown;
  readonly at: string;
}

function buildPathItem({ path, item, at }: LocatedItem, document: unknown, context: Context): Anonymous[] {
  const pathItem = context.resolve(item, at);
  return operationsOf(pathItem.value).flatMap(({ method, value, tokens }) => {
    if (value === undefined) return [];
    const operation = { value: value as Raw, pointer: childPointer(pathItem.pointer, ...tokens) };
    const parameters = buildParameters(path, pathItem, operation, context);
    const body = BODYLESS.has(method)
      ? undefined
      : buildBody(get(value, "requestBody"), childPointer(operation.pointer, "requestBody"), context);
    const responses = buildResponses(get(value, "responses"), childPointer(operation.pointer, "responses"), context);
    return [
      {
        method,
        path,
        operationId: asString(get(value, "operationId")),
        override: asString(get(value, "x-svc-method"))?.split("."),
        ...optional("summary", asString(get(value, "summary")) ?? asString(get(pathItem.value, "summary"))),
        ...optional("description", asString(get(value, "description")) ?? asString(get(pathItem.value, "description"))),
        ...optional("deprecated", get(value, "deprecated") === true ? (true as const) : undefined),
        tags: strings(get(value, "tags")),
        parameters,
        ...optional("body", body),
        responses: withStreamEnds(responses, { operation: value, body, schemas: context.schemas }),
        security: buildSecurity(get(value, "security") ?? get(document, "security")),
        ...optional("idempotency", idempotencyHeader(method, parameters, value)),
        ...optional("waiters", buildWaiters(get(value, "x-svc-waiter"))),
        ...optional("lifecycle", get(value, "x-svc-lifecycle") as LifecycleDeclaration | undefined),
        ...ownServers(get(value, "servers") ?? get(pathItem.value, "servers")),
        pointer: operation.pointer,
      },
    ];
  });
}

/** Methods that a service may repeat without harm need no key. */
const REPEATABLE: ReadonlySet<Method> = new Set<Method>(["get", "head", "options", "trace", "query"]);

function idempotencyHeader(method: Method, parameters: readonly Parameter[], operation: unknown): string | undefined {
  if (REPEATABLE.has(method)) return undefined;
  const declared = asString(get(get(operation, "x-svc-idempotency"), "header"));
  return declared ?? parameters.find(({ in: at, name }) => at === "header" && /^idempotency-key$/i.test(name))?.name;
}

function ownServers(value: unknown): Pick<Operation, "servers"> {
  const servers = buildServers(value);
  return servers.length > 0 ? { servers } : {};
}

/** Declarations are checked: what is there is of its type. */
function buildWaiters(declared: unknown): WaiterDeclaration[] | undefined {
  if (declared === undefined) return undefined;
  return (Array.isArray(declared) ? declared : [declared]) as WaiterDeclaration[];
}

function buildBody(item: unknown, at: string, context: Context): Body | undefined {
  if (item === undefined) return undefined;
  const { value, pointer } = context.resolve(item, at);
  const content = buildContent(get(value, "content"), childPointer(pointer, "content"), context);
  if (content.length === 0) return undefined;
  return {
    required: get(value, "required") === true,
    ...optional("description", asString(get(value, "description"))),
    content,
    pointer,
  };
}

function returnsArray(operation: Anonymous, schemas: Schemas): boolean {
  const schema = successContent(operation).find(({ schema }) => schema !== undefined)?.schema;
  return schema !== undefined && typesOf(deref(schema, schemas)).includes("array");
}

/** Whether what is given without asking for another content is a stream: JSON goes first, else what the document has first. */
function givesStream(operation: Anonymous): boolean {
  const [first, ...others] = successContent(operation);
  return (
    first?.stream !== undefined && others.every(({ mediaType }) => !/[/+]json\s*(?:;|$)|^\*|\/\*/i.test(mediaType))
  );
}

function successContent({ responses }: Anonymous): readonly Content[] {
  const success =
    responses.find(({ status }) => status.startsWith("2")) ?? responses.find((r) => r.status === "default");
  return success?.content ?? [];
}
