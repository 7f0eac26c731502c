import {
  type Content,
  eachSubschema,
  type Model,
  mapSubschemas,
  type Operation,
  type Parameter,
  refName,
  type Schema,
  TYPE_KEYWORDS,
} from "@svc/model";

/** Calls back with a schema and with every schema in it that has a part in its type. */
export function visitSchema(schema: Schema, each: (schema: Schema) => void): void {
  each(schema);
  eachSubschema(schema, TYPE_KEYWORDS, (child) => visitSchema(child, each));
}

/** Whether a schema, or one in it that has a part in its type, is of some kind. */
export function holdsSchema(schema: Schema, isPart: (part: Schema) => boolean): boolean {
  let found = false;
  visitSchema(schema, (part) => {
    found ||= isPart(part);
  });
  return found;
}

/** Which way a value travels: what is `readOnly` is not sent, what is `writeOnly` does not come. */
export type Direction = "request" | "response";

/** An operation with its parameters and contents replaced. */
export function mapMedia(
  operation: Operation,
  map: <Media extends Parameter | Content>(media: Media, direction: Direction) => Media,
): Operation {
  const { body, parameters, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => map(parameter, "request")),
    ...(body && { body: { ...body, content: body.content.map((media) => map(media, "request")) } }),
    responses: responses.map((response) => ({
      ...response,
      content: response.content.map((media) => map(media, "response")),
    })),
  };
}

/** A parameter or a content with its schema replaced, and that of a stream's items. */
export function withSchemas<Media extends Partial<Content>>(media: Media, map: (schema: Schema) => Schema): Media {
  return {
    ...media,
    ...(media.schema && { schema: map(media.schema) }),
    ...(media.stream && { stream: { ...media.stream, item: map(media.stream.item) } }),
  };
}

/** The schema with every schema directly in it that has a part in its type replaced. */
export function mapChildren(schema: Schema, map: (child: Schema) => Schema): Schema {
  return mapSubschemas(schema, TYPE_KEYWORDS, map);
}

/** Names of the schemas that schemas refer to, also through others. */
export function namesBelow(roots: readonly Schema[], { schemas }: Pick<Model, "schemas">): Set<string> {
  const names = new Set<string>();
  const add = ({ $ref }: Schema): void => {
    if ($ref !== undefined) names.add(refName($ref));
  };
  for (const root of roots) visitSchema(root, add);
  // A set that grows while it is walked.
  for (const name of names) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined;
    if (schema !== undefined) visitSchema(schema, add);
  }
  return names;
}

/** Names of the schemas that hold a part of some kind, themselves or by reference. */
export function namesHolding({ schemas }: Pick<Model, "schemas">, isPart: (part: Schema) => boolean): Set<string> {
  const referrers = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, { schema }] of Object.entries(schemas)) {
    visitSchema(schema, (part) => {
      if (part.$ref !== undefined) {
        const known = referrers.get(refName(part.$ref)) ?? [];
        known.push(name);
        referrers.set(refName(part.$ref), known);
      }
      if (isPart(part)) found.add(name);
    });
  }
  // A set that grows while it is walked.
  for (const name of found) for (const referrer of referrers.get(name) ?? []) found.add(referrer);
  return found;
}
