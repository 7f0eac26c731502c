import {
  type ArgumentParameter,
  addressOf,
  bodyKind,
  type Content,
  clientHeaders,
  constantParameters,
  deref,
  hasTextFormat,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  type Parameter,
  preferredContent,
  type SecurityScheme,
  successResponses,
  typesOf,
} from "@svc/model";
import { type Code, literal, str, ts } from "../../quote/index.ts";
import { acceptOf, endsWithRedirect } from "../operation-types.ts";
import { isDefault } from "../sdk-name.ts";
import type { EntryOptions, Target } from "../target.ts";
import { pageOf } from "./pages.ts";
import { namedServers, operationServer } from "./servers.ts";
import { streamRow } from "./streams.ts";
import { uploadRow } from "./uploads.ts";
import { lifecycleRow, waiterRows } from "./waiters.ts";

/**
 * The client's method table: one row per operation, data only. Its type is the runtime's `ClientTable`. The rows are
 * arguments, since TypeScript compares those of a list with each other before it checks each of them.
 */
export function emitClientTable(model: Model, target: Target, entry: EntryOptions = {}): Code {
  const ownRows = toClientRows(model, target);
  // A former name is the same row once more: what repeats costs a compressed client a few bytes.
  const former = model.operations.flatMap(({ formerNames = [] }, index) =>
    formerNames.map((name) => ({ ...ownRows[index], name: name.join(".") })),
  );
  const own = clientHeaders(model);
  const rows = [...ownRows, ...former];
  return ts`
    ${target.banner}
    import type { ClientTable, OperationRow } from ${str(target.runtimes.client)};

    /** The operations of the document as the runtime needs them. */
    export const table: ClientTable = {
      documentVersion: ${str(model.version)},
      ${isDefault(target.sdk) ? [] : [ts`env: ${str(target.sdk.env)},`]}
      ${Object.keys(own).length === 0 ? [] : [ts`clientHeaders: ${literal(own)},`]}
      headers: ${literal(model.requestHeaders)},
      ${serversProperty(model, entry)}
      schemes: ${literal(toSchemes(model))},
      security: ${literal(toTableSecurity(model))},
      operations: /* @__PURE__ */ Array.of<OperationRow>(
        ${rows.map((row) => ts`${literal(row)},`)}
      ),
    };
  `;
}

/** The table's servers; nothing where there are none. */
export function serversProperty(model: Model, { environments }: EntryOptions): readonly Code[] {
  const servers = namedServers(model, environments);
  return Object.keys(servers).length > 0 ? [ts`servers: ${literal(JSON.parse(JSON.stringify(servers)) as Json)},`] : [];
}

/** One row per operation, with its pages. */
export function toClientRows(model: Model, target: Target): { [key: string]: Json }[] {
  const pages = model.operations.map((operation) => pageOf(operation, model, target));
  return toRows(model).map((row, index) => {
    const page = pages[index];
    return page === undefined ? row : { ...row, page: JSON.parse(JSON.stringify(page)) as Json };
  });
}

/** Security of operations whose row has none. */
export function toTableSecurity(model: Model): Json {
  return JSON.parse(commonSecurity(model)) as Json;
}

/** One row per operation, without pages. */
export function toRows(model: Model): readonly { readonly [key: string]: Json }[] {
  const found = known.get(model);
  if (found !== undefined) return found;
  const security = commonSecurity(model);
  const rows = model.operations.map((operation) => toRow(operation, model, security));
  known.set(model, rows);
  return rows;
}

/** The rows of one model stand in its table and its functions, and tell which parts of the runtime it needs. */
const known: WeakMap<Model, readonly { readonly [key: string]: Json }[]> = /* @__PURE__ */ new WeakMap();

/** How each credential travels, by scheme name. */
export function toSchemes(model: Model): { [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(model.securitySchemes).flatMap(([name, scheme]) => {
      const row = toScheme(scheme);
      return row === undefined ? [] : [[name, row]];
    }),
  );
}

function toScheme(scheme: SecurityScheme): { [key: string]: Json } | undefined {
  switch (scheme.type) {
    case "http":
      return scheme.scheme === "basic" || scheme.scheme === "bearer"
        ? { kind: scheme.scheme }
        : { kind: "http", name: scheme.scheme };
    case "apiKey":
      return { kind: scheme.in, name: scheme.name };
    case "oauth2":
      return { kind: "bearer", ...(scheme.urls && { flows: scheme.urls }) };
    case "openIdConnect":
      return { kind: "bearer" };
    case "mutualTLS":
      return undefined;
  }
}

/** The requirement that most operations have, as JSON text: it stands once, above the rows. */
function commonSecurity(model: Model): string {
  const counts = new Map<string, number>();
  for (const operation of model.operations) {
    const text = JSON.stringify(toSecurity(operation, model));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "[]";
}

/** Without mutual TLS, which no request carries: the connection has it. */
function toSecurity(operation: Operation, { securitySchemes }: Model): string[][] {
  return operation.security.map((alternative) =>
    Object.keys(alternative).filter((name) => securitySchemes[name]?.type !== "mutualTLS"),
  );
}

function toRow(operation: Operation, model: Model, commonSecurityText: string): { [key: string]: Json } {
  const { params, body } = methodArguments(operation);
  const security = toSecurity(operation, model);
  const pathStyles = operation.parameters.filter(
    (parameter) => parameter.in === "path" && toParam(parameter, model) !== undefined,
  );
  const lifecycle = lifecycleRow(operation, model);
  const mediaType = preferredContent(operation.body?.content ?? [])?.mediaType;
  const streams = streamRow(operation, model);
  const constants = constantParameters(operation);
  const upload = uploadRow(operation);
  const server = operationServer(operation, model);
  const accept = streams === undefined ? acceptOf(operation) : undefined;
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: addressOf(operation.path),
    ...(server !== undefined && { server }),
    name: operation.name.join("."),
    ...(params.length > 0 && { params: Object.fromEntries(params.map((argument) => toParams(argument, model))) }),
    ...(pathStyles.length > 0 && {
      pathStyles: Object.fromEntries(pathStyles.map((parameter) => [parameter.name, toParam(parameter, model) ?? {}])),
    }),
    ...(body &&
      mediaType !== undefined && {
        body: {
          type: mediaType,
          ...(body.required && { required: true }),
          ...blobTypes(operation, mediaType),
          ...formRow(operation, mediaType),
          ...(upload && { upload }),
        },
      }),
    ...(!isTyped(operation) && { untyped: true }),
    ...(mayBeEmpty(operation) && { empty: true }),
    ...(endsWithRedirect(operation) && { redirect: true }),
    ...(streams && { streams }),
    ...(Object.keys(constants).length > 0 && { constants }),
    ...(accept !== undefined && { accept }),
    ...(operation.idempotency !== undefined && { idempotency: operation.idempotency }),
    ...(operation.waiters && { waiters: waiterRows(operation) }),
    ...(lifecycle && { lifecycle }),
    ...(JSON.stringify(security) !== commonSecurityText && { security }),
  };
}

/** Media types of a binary body beside the preferred one. */
function blobTypes({ body }: Operation, preferred: string): { readonly types?: string[] } {
  if (bodyKind(preferred) !== "binary") return {};
  const types = (body?.content ?? []).map(({ mediaType }) => mediaType);
  const others = types.filter((type) => type !== preferred && bodyKind(type) === "binary" && !type.includes("*"));
  return others.length > 0 ? { types: others } : {};
}

/** Fields of an urlencoded body with an `encoding` by style; one with a media type is written by that. */
function formRow({ body }: Operation, preferred: string): { readonly form?: { [name: string]: Json } } {
  const content = body?.content.find(({ mediaType }) => mediaType === preferred);
  if (content === undefined || bodyKind(preferred) !== "form") return {};
  const rows = Object.entries(content.encoding ?? {}).flatMap(([name, encoding]): [string, Json][] => {
    const { style = "form", explode = style === "form", contentType } = encoding;
    return contentType === undefined ? [[name, { style, explode }]] : [];
  });
  return rows.length > 0 ? { form: Object.fromEntries(rows) } : {};
}

/** Whether every success that may have a body has one, and it is JSON of which the document says something. */
function isTyped(operation: Operation): boolean {
  const successes = successResponses(operation).filter(({ status }) => status !== "204" && status !== "205");
  const contents = successes.flatMap(({ content }) => content);
  return (
    operation.method !== "head" &&
    successes.length > 0 &&
    successes.every(({ content }) => content.length > 0) &&
    contents.every((content) => bodyKind(content.mediaType) === "json" && !saysNothing(content))
  );
}

/** Whether `undefined` is of the type that a call resolves with. */
function mayBeEmpty(operation: Operation): boolean {
  const contents = successResponses(operation).map(({ content }) => preferredContent(content));
  return operation.method === "head" || contents.length === 0 || contents.some((one) => !one || saysNothing(one));
}

/** Whether a content is JSON, of which the document says nothing. */
function saysNothing({ mediaType, schema }: Content): boolean {
  return bodyKind(mediaType) === "json" && Object.keys(Object(schema)).length === 0;
}

/** A whole query of another media type than JSON: a text as it is. */
function isPlainQuery({ style, mediaType = "" }: Parameter): boolean {
  return style === "querystring" && bodyKind(mediaType) !== "json";
}

/** Objects are refused as path arguments, unless the document has one; a header of one is placed by its style. */
function isSimpleObject({ in: place, schema }: Parameter, { schemas }: Model): boolean {
  return (place === "path" || place === "header") && typesOf(deref(schema, schemas)).includes("object");
}

function toParams({ key: property, parameter }: ArgumentParameter, model: Model): [string, Json] {
  const row = { ...toParam(parameter, model), ...(property !== parameter.name && { name: parameter.name }) };
  return [property, row];
}

/** Differences from the location's defaults; none for a plain parameter. */
function toParam(parameter: Parameter, model: Model): { [key: string]: Json } | undefined {
  const usual = parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple";
  const row = {
    ...(parameter.in !== "query" && parameter.in !== "path" && { in: parameter.in }),
    ...((parameter.style !== usual || isSimpleObject(parameter, model)) && { style: parameter.style }),
    ...(parameter.explode !== /^(?:form|cookie)$/.test(parameter.style) && { explode: parameter.explode }),
    ...(parameter.allowReserved && parameter.in === "query" && { reserved: true }),
    ...(parameter.mediaType !== undefined && !isPlainQuery(parameter) && { json: true }),
    ...(hasTextFormat(parameter, "duration", model.schemas) && { duration: true }),
  };
  return Object.keys(row).length === 0 ? undefined : row;
}
