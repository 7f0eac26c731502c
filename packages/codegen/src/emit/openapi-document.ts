import {
  type Content,
  type Model,
  type NamedSchema,
  type Operation,
  type Parameter,
  type Response,
  refTo,
  type Schema,
} from "@svc/model";
import { toTypeSchema } from "./type-schema.ts";

/**
 * The model as an OpenAPI 3.1 document: what openapi-typescript gets to see. Nothing of the original document reaches it
 * that the model does not carry, so that its types agree with everything else that is emitted.
 */
export function toOpenApiDocument(model: Model): object {
  const paths = new Map<string, Record<string, unknown>>();
  const schema: ToSchema = (original) => toTypeSchema(original, model.schemas);
  for (const operation of model.operations) {
    const item = paths.get(operation.path) ?? {};
    item[operation.method] = toOperation(operation, schema);
    paths.set(operation.path, item);
  }
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries([
        ...Object.values(model.schemas).map((named) => [named.wireName, schema(named.schema)] as const),
        ...Object.values(model.schemas).flatMap(formerSchemas),
      ]),
    },
  };
}

/** Stands for `#` in operation ids, which openapi-typescript would replace by a slash. No text that is printed has it. */
const HASH = "\ue023";
/** The same where it is printed: as itself in comments, escaped in string literals. */
export const HASHES = /\ue023|(?<!\\)\\uE023/g;

/** What had another name before can still be looked up by that. */
function formerSchemas({ wireName, formerWireNames = [] }: NamedSchema): (readonly [string, object])[] {
  const deprecated = { deprecated: true, description: `Use \`${wireName}\`: the name in the document has changed.` };
  return formerWireNames.map((name) => [name, { $ref: refTo(wireName), ...deprecated }] as const);
}

type ToSchema = (schema: Schema) => Schema;

function toOperation(operation: Operation, schema: ToSchema): object {
  return {
    operationId: operation.id.replaceAll("#", HASH),
    ...(operation.summary !== undefined && { summary: operation.summary }),
    ...(operation.description !== undefined && { description: operation.description }),
    ...(operation.deprecated && { deprecated: true }),
    parameters: operation.parameters.map((parameter) => toParameter(parameter, schema)),
    ...(operation.body && {
      requestBody: { required: operation.body.required, content: toContent(operation.body.content, schema) },
    }),
    responses: Object.fromEntries(
      operation.responses.map((response) => [response.status, toResponse(response, schema)]),
    ),
  };
}

function toParameter(parameter: Parameter, schema: ToSchema): object {
  const { name, in: location, required, description, deprecated } = parameter;
  return {
    name,
    in: location,
    required,
    schema: schema(parameter.schema),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
  };
}

function toResponse({ description, headers, content }: Response, schema: ToSchema): object {
  return {
    description: description ?? "",
    headers: Object.fromEntries(
      headers.map((header) => [
        header.name,
        {
          required: header.required,
          schema: schema(header.schema),
          ...(header.description !== undefined && { description: header.description }),
        },
      ]),
    ),
    ...(content.length > 0 && { content: toContent(content, schema) }),
  };
}

function toContent(content: readonly Content[], schema: ToSchema): object {
  return Object.fromEntries(content.map((media) => [media.mediaType, { schema: schema(media.schema ?? {}) }]));
}
