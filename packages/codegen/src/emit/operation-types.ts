import {
  bodyKind,
  type Content,
  type Model,
  type Operation,
  type Parameter,
  preferredContent,
  type Response,
  successResponses,
} from "@svc/model";
import { type Code, identifier, join, str, ts } from "../quote/index.ts";
import { namespaceOf } from "./decoded-model.ts";
import { answerType, operationType, schemaType } from "./schema-type.ts";
import { type InlinePlace, inlineKey, operationNames } from "./types/inline-types.ts";

/** Whether redirects are what the operation gives: then they are not followed. */
export function endsWithRedirect(operation: Operation): boolean {
  return successResponses(operation)[0]?.status.startsWith("3") === true;
}

/**
 * The media type that calls ask for: of several for a success that of the method's type, and the only one unless it is JSON, which
 * every service gives. Undefined where the caller makes the choice by a parameter.
 */
export function acceptOf(operation: Operation): string | undefined {
  const { parameters, method } = operation;
  const isGiven = parameters.some(({ in: place, name }) => place === "header" && name.toLowerCase() === "accept");
  const content = successResponses(operation).flatMap((response) => response.content);
  const preferred = preferredContent(content)?.mediaType;
  const isOne = content.every(({ mediaType }) => mediaType === preferred);
  const isJson = preferred !== undefined && /^application\/json\b/i.test(preferred);
  return isGiven || (isOne && isJson) || method === "head" || preferred?.includes("*") ? undefined : preferred;
}

/** Type that a call resolves with. */
export function resultType(operation: Operation, model: Model): Code {
  const types = typesOfResponses(operation, successResponses(operation), model);
  return types.length === 0 ? ts`undefined` : join(types, " | ");
}

/** The types of the data of some of an operation's responses, each once. */
export function typesOfResponses(operation: Operation, responses: readonly Response[], model: Model): Code[] {
  return [...new Set(responses.map((response) => responseType(operation, response, model)))];
}

function responseType(operation: Operation, response: Response, model: Model): Code {
  const content = preferredContent(response.content);
  if (content === undefined || operation.method === "head") return ts`undefined`;
  switch (bodyKind(content.mediaType)) {
    case "json":
      return content.schema === undefined
        ? ts`unknown`
        : schemaType(content.schema, model, lookupOf(operation, response, content, model));
    case "text":
      return ts`string`;
    case "stream":
      return ts`AsyncIterable<${itemType(operation, response, content, model)}>`;
    default:
      return ts`Blob`;
  }
}

/** The type of the items of a stream. */
export function itemType(operation: Operation, response: Response, content: Content, model: Model): Code {
  return schemaType(content.stream?.item ?? {}, model, lookupOf(operation, response, content, model));
}

function lookupOf({ id }: Operation, response: Response, { mediaType }: Content, model: Model): Code {
  const place = { place: response.status, mediaType };
  return inlineType({ id, ...place }, model) ?? answerType(operationType(id, model), place);
}

/** The name of what an operation writes out, in the types of a model. */
function inlineType(place: InlinePlace, model: Model): Code | undefined {
  const type = operationNames(model).inline.get(inlineKey(place));
  return type && ts`${namespaceOf(model)}.${identifier(type.name)}`;
}

/** The type of a request body as the method's argument. */
export function bodyType(operation: Operation, model: Model): Code {
  const content = preferredContent(operation.body?.content ?? []);
  if (content === undefined) return ts`undefined`;
  const kind = bodyKind(content.mediaType);
  const schema = contentType(operation, content, model);
  if (kind === "json") return schema;
  if (kind === "multipart") return content.schema === undefined ? ts`FormData` : ts`${schema} | FormData`;
  if (kind === "form") return content.schema === undefined ? ts`URLSearchParams` : ts`${schema} | URLSearchParams`;
  return kind === "text"
    ? ts`string`
    : ts`Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string`;
}

/** The type of a body of one media type. */
export function contentType(operation: Operation, content: Content, model: Model): Code {
  if (content.schema === undefined) return ts`unknown`;
  const { mediaType } = content;
  const lookup = ts`NonNullable<${operationType(operation.id, model)}["requestBody"]>["content"][${str(mediaType)}]`;
  const named = inlineType({ id: operation.id, place: "body", mediaType }, model);
  return schemaType(content.schema, model, named ?? lookup);
}

/** The type of a parameter's value as the document has it. */
export function parameterType(operation: Operation, parameter: Parameter, model: Model): Code {
  const group = str(parameter.in);
  const lookup = ts`NonNullable<NonNullable<${operationType(operation.id, model)}["parameters"][${group}]>[${str(parameter.name)}]>`;
  return schemaType(parameter.schema, model, lookup);
}
