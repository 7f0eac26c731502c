import type { Content, Operation } from "../model.ts";
import type { Schema } from "../schema.ts";

const ONE = [
  ...(["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "then", "else"] as const),
  "contentSchema",
] as const;
const LIST = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const RECORD = ["properties", "patternProperties", "dependentSchemas"] as const;

/**
 * The schema with every schema directly in it that a value has to satisfy replaced. What a value must not satisfy, or only
 * chooses by (`not`, `if`), what names have to satisfy and what is counted (`contains`) stay: there wider means narrower.
 */
export function mapSubschemas(schema: Schema, map: (child: Schema) => Schema): Schema {
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of ONE) {
    const child = schema[keyword];
    if (child !== undefined) result[keyword] = map(child);
  }
  for (const keyword of LIST) {
    const children = schema[keyword];
    if (children !== undefined) result[keyword] = children.map(map);
  }
  for (const keyword of RECORD) {
    const children = schema[keyword];
    if (children === undefined) continue;
    result[keyword] = Object.fromEntries(Object.entries(children).map(([name, child]) => [name, map(child)]));
  }
  return result;
}

/** The operation, or webhook, with each of its schemas replaced: of parameters, bodies and headers. */
export function mapOperationSchemas<T extends Pick<Operation, "parameters" | "body" | "responses">>(
  operation: T,
  map: (schema: Schema) => Schema,
): T {
  const content = (media: Content): Content => ({
    ...media,
    ...(media.schema && { schema: map(media.schema) }),
    ...(media.stream && { stream: { ...media.stream, item: map(media.stream.item) } }),
  });
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({ ...parameter, schema: map(parameter.schema) })),
    ...(body && { body: { ...body, content: body.content.map(content) } }),
    responses: responses.map((response) => ({
      ...response,
      content: response.content.map(content),
      headers: response.headers.map((header) => ({ ...header, schema: map(header.schema) })),
    })),
  };
}
