import {
  type Content,
  type Model,
  type NamedSchema,
  type Operation,
  refName,
  refTo,
  requestBuilders,
  type Schema,
  serviceRequests,
  travels,
  type Webhook,
} from "@svc/model";
import {
  type Direction,
  holdsSchema,
  mapChildren,
  mapMedia,
  namesBelow,
  namesHolding,
  withSchemas,
} from "../map-children.ts";
import { takeName } from "../take-name.ts";

interface Context {
  readonly model: Model;
  /** Names of the request forms, of those schemas that have two forms. */
  readonly requestNames: ReadonlyMap<string, string>;
  /** Schemas that hold marked properties, themselves or by reference. */
  readonly touched: ReadonlySet<string>;
  /** Result of {@link hiddenNames}. */
  readonly hidden: Map<string, ReadonlySet<string>>;
}

/**
 * The model as types see it: schemas without what does not travel their way. A schema that travels both ways and holds
 * `readOnly` or `writeOnly` properties, itself or by reference, keeps its name for what comes and has a second form for
 * what is sent, to which request bodies and parameters refer. The builder of a second form is called after that of the first.
 */
export function directedModel(model: Model): Model {
  const touched = namesHolding(model, ({ properties = {} }) => isMarked(properties, model));
  if (touched.size === 0 && !hasInlineMarks(model)) return model;
  const sent = namesBelow(model.operations.flatMap(requestSchemas), model);
  const received = namesBelow([...model.operations.flatMap(responseSchemas), ...payloadsOf(model)], model);
  const both = [...touched].filter((name) => sent.has(name) && received.has(name));
  const names = new Set(Object.keys(model.schemas));
  const requestNames = new Map(both.map((name) => [name, takeName(`${name}Request`, name, names)]));
  const context: Context = { model, requestNames, touched, hidden: new Map() };
  const direction = (name: string): Direction | undefined =>
    received.has(name) ? "response" : sent.has(name) ? "request" : undefined;
  const own = Object.entries(model.schemas).map(([name, named]) => {
    const way = touched.has(name) ? direction(name) : undefined;
    return [name, way === undefined ? named : { ...named, schema: formOf(named.schema, way, context) }] as const;
  });
  const schemas = Object.fromEntries([...own, ...requestForms(context)]);
  return {
    ...model,
    schemas,
    operations: model.operations.map((operation) =>
      mapMedia(operation, (media, direction) => directContent(media, direction, context)),
    ),
    ...(model.webhooks && { webhooks: model.webhooks.map((webhook) => directPayload(webhook, context)) }),
    ...(model.callbacks && { callbacks: model.callbacks.map((callback) => directPayload(callback, context)) }),
  };
}

function requestForms(context: Context): [string, NamedSchema][] {
  const { model, requestNames } = context;
  const types = new Set(
    Object.values(model.schemas).flatMap(({ typeName, formerNames = [] }) => [
      typeName,
      ...formerNames.map((former) => former.typeName),
    ]),
  );
  const builders = requestBuilders(model);
  return [...requestNames].flatMap(([name, wireName]): [string, NamedSchema][] => {
    const named = model.schemas[name];
    if (named === undefined) return [];
    const typeName = takeName(`${named.typeName}Request`, name, types);
    const schema = formOf(named.schema, "request", context);
    const formerNames = named.formerNames?.flatMap((former) => {
      const formerName = `${former.typeName}Request`;
      return types.has(formerName) ? [] : [{ typeName: formerName }];
    });
    const builder = builders.get(name);
    const form = { wireName, typeName, builderName: "", schema, pointer: named.pointer };
    return [
      [wireName, { ...form, ...(formerNames && { formerNames }), ...(builder && { requestBuilderName: builder }) }],
    ];
  });
}

function directContent<T extends Partial<Content>>(media: T, direction: Direction, context: Context): T {
  return withSchemas(media, (schema) => formOf(schema, direction, context));
}

function directPayload<T extends Webhook>(webhook: T, context: Context): T {
  const { body } = webhook;
  if (body === undefined) return webhook;
  return { ...webhook, body: { ...body, content: body.content.map((one) => directContent(one, "response", context)) } };
}

/** A schema without the properties that do not travel that way, referring to schemas that are so, too. */
function formOf(
  schema: Schema,
  direction: Direction,
  context: Context,
  above: ReadonlySet<string> = new Set(),
): Schema {
  const { model, requestNames } = context;
  if (schema.$ref !== undefined) {
    const name = direction === "request" ? requestNames.get(refName(schema.$ref)) : undefined;
    return name === undefined ? schema : { ...schema, $ref: refTo(name) };
  }
  const hidden = new Set([...above, ...hiddenNames(schema, direction, context)]);
  const { properties, required, allOf, ...rest } = schema;
  const shown = Object.entries(properties ?? {}).filter(([, property]) => !isHidden(property, direction, model));
  const kept = required?.filter((name) => !hidden.has(name));
  return {
    ...mapChildren(rest, (child) => formOf(child, direction, context)),
    ...(properties && {
      properties: Object.fromEntries(shown.map(([name, property]) => [name, formOf(property, direction, context)])),
    }),
    ...(kept && kept.length > 0 && { required: kept }),
    ...(allOf && { allOf: withoutEmpty(allOf.map((part) => formOf(part, direction, context, hidden))) }),
  };
}

/** Objects of which nothing is left say nothing, and their types would let anything in. */
function withoutEmpty(parts: readonly Schema[]): readonly Schema[] {
  const full = parts.filter(({ type, title, description, properties, ...rest }) => {
    return Object.keys(rest).length > 0 || Object.keys(properties ?? { any: type }).length > 0;
  });
  return full.length > 0 ? full : parts.slice(0, 1);
}

function isHidden(property: Schema, direction: Direction, { schemas }: Model): boolean {
  return !travels(property, direction, schemas);
}

/** Longer chains of inheritance have not been seen; beyond, a part may require what another one does not show. */
const MAX_DEPTH = 20;

/** Names of hidden properties of an object and of its parts and alternatives: one may require what another one has. */
function hiddenNames(schema: Schema, direction: Direction, context: Context, depth = 0): ReadonlySet<string> {
  const { model, touched, hidden } = context;
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    if (!touched.has(name)) return new Set();
    // Once for each name and depth: parts may be shared by as many ways as there are.
    const key = `${direction} ${depth} ${name}`;
    const known = hidden.get(key);
    if (known !== undefined) return known;
    hidden.set(key, new Set());
    const found = hiddenNames(model.schemas[name]?.schema ?? {}, direction, context, depth + 1);
    hidden.set(key, found);
    return found;
  }
  const names = new Set<string>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isHidden(property, direction, model)) names.add(name);
  }
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const part of depth > MAX_DEPTH ? [] : [...allOf, ...anyOf, ...oneOf]) {
    for (const name of hiddenNames(part, direction, context, depth + 1)) names.add(name);
  }
  return names;
}

function requestSchemas({ body, parameters }: Operation): Schema[] {
  return [...parameters.map(({ schema }) => schema), ...(body?.content ?? []).flatMap(schemasOf)];
}

/** Payloads of webhooks and callbacks travel as responses do: from the service. */
const payloadsOf = (model: Model): Schema[] =>
  serviceRequests(model).flatMap(({ body }) => (body?.content ?? []).flatMap(schemasOf));

function responseSchemas({ responses }: Operation): Schema[] {
  return responses.flatMap(({ content }) => content.flatMap(schemasOf));
}

function schemasOf({ schema, stream }: Content): Schema[] {
  return [...(schema === undefined ? [] : [schema]), ...(stream === undefined ? [] : [stream.item])];
}

function isMarked(properties: { readonly [name: string]: Schema }, model: Model): boolean {
  return Object.values(properties).some(
    (property) => isHidden(property, "request", model) || isHidden(property, "response", model),
  );
}

function hasInlineMarks(model: Model): boolean {
  const schemas = model.operations.flatMap((operation) => [
    ...requestSchemas(operation),
    ...responseSchemas(operation),
  ]);
  return schemas.some((schema) => holdsSchema(schema, ({ properties = {} }) => isMarked(properties, model)));
}
