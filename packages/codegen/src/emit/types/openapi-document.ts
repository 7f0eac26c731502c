import {
  bodyKind,
  type Content,
  isFileSchema,
  type Model,
  type NamedSchema,
  type Operation,
  type Parameter,
  type Response,
  refName,
  refTo,
  type Schema,
  serviceRequests,
  type Webhook,
} from "@svc/model";
import { FILE } from "./open-types.ts";
import { toTypeSchema } from "./type-schema.ts";

/**
 * The model as an OpenAPI 3.1 document: what openapi-typescript gets to see. Nothing of the original document reaches it
 * that the model does not carry, so that its types agree with everything else that is emitted.
 */
export function toOpenApiDocument(model: Model): object {
  const paths = new Map<string, Record<string, unknown>>();
  const schema: ToSchema = (original) => toTypeSchema(original, model.schemas);
  const files = namesOfForms(model);
  for (const operation of model.operations) {
    // openapi-typescript knows eight methods: others stand at paths of their own, which are left out of what is printed.
    const [path, method] = KNOWN.has(operation.method)
      ? [operation.path, operation.method]
      : [operation.path + operation.method + QUERY, "post"];
    const item = paths.get(path) ?? {};
    item[method] = toOperation(operation, schema);
    paths.set(path, item);
  }
  const webhooks = new Map<string, Record<string, unknown>>();
  for (const webhook of serviceRequests(model)) {
    const item = webhooks.get(webhook.name) ?? {};
    item[webhook.method] = toOperation(webhook, schema);
    webhooks.set(webhook.name, item);
  }
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: Object.fromEntries(paths),
    ...(webhooks.size > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      schemas: Object.fromEntries([
        ...Object.values(model.schemas).map(
          ({ wireName, schema: own }) => [wireName, schema(files.has(wireName) ? withFiles(own) : own)] as const,
        ),
        ...Object.values(model.schemas).flatMap(formerSchemas),
      ]),
    },
  };
}

const KNOWN: ReadonlySet<string> = new Set("get put post delete options head patch trace".split(" "));

/** Ends the paths of operations that only `operations` has. */
export const QUERY = "\ue024";

/**
 * Stand for `#` and `%` in operation ids, which openapi-typescript refers to by URI: it would replace the one by a slash and
 * decode the other. No text that is printed has them.
 */
const STAND_INS: { readonly [character: string]: string } = { "#": "\ue023", "%": "\ue025" };

/** A printed text with the characters of operation ids back: stand-ins are themselves in comments, escaped in literals. */
export function withIdCharacters(source: string): string {
  return source.replaceAll(/[\ue023\ue025]|(?<!\\)\\uE02[35]/g, (found) => (/[\ue023]|3$/.test(found) ? "#" : "%"));
}

/** Keeps former names as keys that can still be looked up. */
function formerSchemas({ wireName, formerWireNames = [] }: NamedSchema): (readonly [string, object])[] {
  const deprecated = { deprecated: true, description: `Use \`${wireName}\`: the name in the document has changed.` };
  return formerWireNames.map((name) => [name, { $ref: refTo(wireName), ...deprecated }] as const);
}

type ToSchema = (schema: Schema) => Schema;

function toOperation(operation: Operation | Webhook, schema: ToSchema): object {
  return {
    ...("id" in operation && { operationId: operation.id.replaceAll(/[#%]/g, (found) => STAND_INS[found] ?? found) }),
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
  return Object.fromEntries(
    // Of a stream the types show an item.
    content.map(({ mediaType, schema: whole = {}, stream: { item: own } = { item: whole } }) => [
      mediaType,
      { schema: schema(bodyKind(mediaType) === "multipart" ? withFiles(own) : own) },
    ]),
  );
}

/** Schemas that multipart bodies are of, or that those consist of. */
function namesOfForms({ operations, schemas }: Model): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (schema: Schema | undefined): void => {
    if (schema?.$ref !== undefined) names.add(refName(schema.$ref));
    for (const part of schema?.allOf ?? []) add(part);
  };
  for (const { body } of operations) {
    for (const media of body?.content ?? []) if (bodyKind(media.mediaType) === "multipart") add(media.schema);
  }
  // A set that grows while it is walked.
  for (const name of names) add(Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined);
  return names;
}

/** A form whose binary fields are files. */
function withFiles(schema: Schema): Schema {
  const { properties, allOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([n, field]) => [n, toFile(field)])),
    }),
    ...(allOf && { allOf: allOf.map(withFiles) }),
  };
}

function toFile(field: Schema): Schema {
  if (field.items !== undefined) return { ...field, items: toFile(field.items) };
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const options = field[keyword];
    if (options !== undefined) return { ...field, [keyword]: options.map(toFile) };
  }
  return isFileSchema(field) ? ({ ...field, [FILE]: true } as Schema) : field;
}
