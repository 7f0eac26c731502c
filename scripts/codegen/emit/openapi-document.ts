import { type Content, type Model, type Operation, type Parameter, type Response } from "@svc/model";

/**
 * The model as an OpenAPI 3.1 document: what openapi-typescript gets to see. Nothing of the original document reaches it
 * that the model does not carry, so that its types agree with everything else that is emitted.
 */
export function toOpenApiDocument(model: Model): object {
  const paths = new Map<string, Record<string, unknown>>();
  for (const operation of model.operations) {
    const item = paths.get(operation.path) ?? {};
    item[operation.method] = toOperation(operation);
    paths.set(operation.path, item);
  }
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(Object.values(model.schemas).map(({ wireName, schema }) => [wireName, schema])),
    },
  };
}

function toOperation(operation: Operation): object {
  return {
    operationId: operation.id,
    ...(operation.summary !== undefined && { summary: operation.summary }),
    ...(operation.description !== undefined && { description: operation.description }),
    ...(operation.deprecated && { deprecated: true }),
    parameters: operation.parameters.map(toParameter),
    ...(operation.body && { requestBody: { required: operation.body.required, content: toContent(operation.body.content) } }),
    responses: Object.fromEntries(operation.responses.map((response) => [response.status, toResponse(response)])),
  };
}

function toParameter({ name, in: location, required, description, deprecated, schema }: Parameter): object {
  return {
    name,
    in: location,
    required,
    schema,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
  };
}

function toResponse({ description, headers, content }: Response): object {
  return {
    description,
    headers: Object.fromEntries(
      headers.map((header) => [
        header.name,
        {
          required: header.required,
          schema: header.schema,
          ...(header.description !== undefined && { description: header.description }),
        },
      ]),
    ),
    ...(content.length > 0 && { content: toContent(content) }),
  };
}

function toContent(content: readonly Content[]): object {
  return Object.fromEntries(content.map(({ mediaType, schema }) => [mediaType, { schema: schema ?? {} }]));
}

