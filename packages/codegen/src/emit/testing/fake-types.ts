import {
  type Model,
  methodArguments,
  methodName,
  type NamedSchema,
  type Operation,
  type ParameterLocation,
} from "@svc/model";
import { type Code, comment, identifier, join, key, str, ts } from "../../quote/index.ts";
import { argumentList } from "../calls.ts";
import { streamsOf } from "../client/streams.ts";
import { deprecatedFor } from "../documentation.ts";
import { bodyType, parameterType, resultType } from "../operation-types.ts";
import { schemaType } from "../schema-type.ts";
import type { Target } from "../target.ts";
import { emitWebhookTypes } from "./webhooks.ts";

/** Requests as handlers of the fake see them, and the responses that they may give: by operation id and by method. */
export function emitOperationTypes(model: Model, target: Target): Code {
  return ts`
    ${target.banner}
    import type * as t from ${str(target.types)};

    /** Where an operation has no parameters. */
    type None = Record<never, never>;

    /** The operations of the document: requests after validation, and bodies of successful responses. */
    export interface OperationTypes {
      ${model.operations.map((operation) => emitOperation(operation, model))}
      ${otherNames(model, ts`OperationTypes`)}
    }

    ${comment(
      `Any operation of the document, by its id or by the name of its method${model.operations
        .slice(0, 1)
        .map((first) => `: \`${methodName(first)}\``)
        .join("")}.`,
    )}
    export type OperationId = keyof OperationTypes;

    ${emitWebhookTypes(model)}
  `;
}

/** Members by the names of methods, and by former operation ids. */
function otherNames(model: Model, holder: Code): Code[] {
  const ids = new Set(model.operations.flatMap(({ id, formerIds = [] }) => [id, ...formerIds]));
  const methods = model.operations.filter((operation) => !ids.has(methodName(operation)));
  const byMethod = methods.map((operation) => ts`${key(methodName(operation))}: ${holder}[${str(operation.id)}];`);
  const byFormerId = model.operations.flatMap(({ id, formerIds = [] }) =>
    formerIds.map(
      (former) => ts`
        ${deprecatedFor(id)}
        ${key(former)}: ${holder}[${str(id)}];`,
    ),
  );
  return [...byMethod, ...byFormerId];
}

const PARTS = [
  [ts`path`, "path"],
  [ts`query`, "query"],
  [ts`headers`, "header"],
  [ts`cookies`, "cookie"],
] as const;

function emitOperation(operation: Operation, model: Model): Code {
  // What a call gets by default, and the streams that it can ask for.
  const streams = streamsOf(operation, model).map(({ type }) => ts`AsyncIterable<${type}>`);
  const answers = [...new Set([resultType(operation, model), ...streams])];
  const members = [
    ...PARTS.map(([name, location]) => ts`${name}: ${parameterGroup(operation, location, model)}`),
    ts`body: ${operation.body === undefined ? ts`undefined` : bodyType(operation, model)}`,
    ts`response: ${join(answers, " | ")}`,
  ];
  return ts`${key(operation.id)}: { ${join(members, "; ")} };`;
}

function parameterGroup(operation: Operation, location: ParameterLocation, model: Model): Code {
  const members = operation.parameters
    .filter((parameter) => parameter.in === location)
    .map((parameter) => {
      const type = parameterType(operation, parameter, model);
      // After validation a default stands in for a parameter that was not sent.
      return parameter.required || parameter.schema.default !== undefined
        ? ts`${key(parameter.name)}: ${type}`
        : ts`${key(parameter.name)}?: ${type} | undefined`;
    });
  return members.length === 0 ? ts`None` : ts`{ ${join(members, "; ")} }`;
}

/** The interface of the builders: a member per named schema, and arguments by operation id. */
export function emitBuilderTypes(model: Model, target: Target): Code {
  const schemas = builtSchemas(model);
  const items = streamItems(model);
  const hasStreams = items.length > 0;
  const own = [
    ts`BuilderTools<OperationArguments, OperationTypes>`,
    ...(hasStreams ? [ts`StreamBuilders<StreamItems>`] : []),
  ];
  const hasTraits = schemas.some(({ schema }) => schema["x-svc-traits"] !== undefined);
  const names = [
    ...[ts`Builder`, ts`BuilderTools`, ts`ListBuilder`],
    ...(hasStreams ? [ts`StreamBuilders`] : []),
    ...(hasTraits ? [ts`TraitBuilders`] : []),
  ];
  return ts`
    ${target.banner}
    import type * as t from ${str(target.types)};
    import type { ${join(names, ", ")} } from ${str(target.runtimes.testing)};
    import type { OperationTypes } from "./operations.ts";

    /** One builder per schema of the document. */
    export interface Builders extends ${join(own, ", ")} {
      ${schemas.flatMap((schema) => emitBuilder(schema))}
      ${emitRequestBuilders(model)}
    }

    /** Arguments with which the client's method of an operation can be called. */
    export interface OperationArguments {
      ${model.operations.map((operation) => ts`${key(operation.id)}: [${argumentTypes(operation, model)}];`)}
      ${otherNames(model, ts`OperationArguments`)}
    }
    ${
      hasStreams
        ? [
            ts`

              /** Items of the operations' streams: of each the first stream among its successes. */
              export interface StreamItems {
                ${items}
              }`,
          ]
        : []
    }
  `;
}

/** Members of `StreamItems`, by operation id and by method. */
function streamItems(model: Model): Code[] {
  const withStreams = model.operations.filter((operation) => streamsOf(operation, model).length > 0);
  const items = withStreams.flatMap((operation) =>
    streamsOf(operation, model)
      .slice(0, 1)
      .map(({ type }) => ts`${key(operation.id)}: ${type};`),
  );
  return [...items, ...otherNames({ ...model, operations: withStreams }, ts`StreamItems`)];
}

/** The interface of the arbitraries, in a file of its own: fast-check is an optional peer, also of the types. */
export function emitArbitraryTypes(model: Model, target: Target): Code {
  const hasStreams = streamItems(model).length > 0;
  return ts`
    ${target.banner}
    import type { Arbitrary${hasStreams ? ts`, StreamArbitraries` : ts``} } from ${str(target.runtimes.arbitrary)};
    import type * as t from ${str(target.types)};
    ${hasStreams ? [ts`import type { StreamItems } from "./builders.ts";`] : []}

    /** One fast-check arbitrary per schema of the document. */
    export interface Arbitraries${hasStreams ? ts` extends StreamArbitraries<StreamItems>` : ts``} {
      ${builtSchemas(model).map(({ builderName, typeName }) => ts`${key(builderName)}(): Arbitrary<t.${identifier(typeName)}>;`)}
      ${builtSchemas(model).flatMap((named) =>
        formerBuilders(named).map(
          (former) => ts`
            ${deprecatedFor(named.builderName)}
            ${key(former.builderName)}: Arbitraries[${str(named.builderName)}];`,
        ),
      )}
    }
  `;
}

/** A schema without a builder is another form of one that has a builder. */
function builtSchemas(model: Model): NamedSchema[] {
  return Object.values(model.schemas).filter(({ builderName }) => builderName !== "");
}

/** The names that a schema's builders had. */
function formerBuilders({ formerNames = [] }: NamedSchema) {
  return formerNames.flatMap(({ builderName, listBuilderName }) =>
    builderName === undefined ? [] : [{ builderName, listBuilderName }],
  );
}

function emitFormerBuilders(named: NamedSchema): Code[] {
  const type = ts`t.${identifier(named.typeName)}`;
  return formerBuilders(named).flatMap(({ builderName, listBuilderName }) => {
    const note = deprecatedFor(named.builderName);
    const one = ts`
      ${note}
      ${key(builderName)}: ${builderType(named)};`;
    const list = ts`
      ${note}
      ${key(listBuilderName ?? "")}: ListBuilder<${type}>;`;
    return listBuilderName === undefined ? [one] : [one, list];
  });
}

function emitBuilder(named: NamedSchema): Code[] {
  const { builderName, listBuilderName, typeName, wireName, schema } = named;
  const type = ts`t.${identifier(typeName)}`;
  const one = ts`
    ${comment(schema.description ?? `Builds a \`${wireName}\`.`)}
    ${key(builderName)}: ${builderType(named)};`;
  const list = listBuilderName === undefined ? [] : [ts`${key(listBuilderName)}: ListBuilder<${type}>;`];
  return [one, ...list, ...emitFormerBuilders(named)];
}

/** With the functions of the traits that the schema declares. */
function builderType({ typeName, schema }: NamedSchema): Code {
  const type = ts`t.${identifier(typeName)}`;
  const names = Object.keys(schema["x-svc-traits"] ?? {});
  const members = names.map((name) => ts`${key(name)}: unknown`);
  return names.length === 0
    ? ts`Builder<${type}>`
    : ts`Builder<${type}> & TraitBuilders<${type}, { ${join(members, "; ")} }>`;
}

/** Builders of what is sent of a schema that is received in another form. */
function emitRequestBuilders({ schemas }: Model): Code[] {
  return Object.values(schemas).flatMap(({ requestBuilderName: name, typeName }) =>
    name === undefined
      ? []
      : [
          ts`
            ${comment(`Builds a \`${typeName}\`, as it is sent.`)}
            ${key(name)}: Builder<t.${identifier(typeName)}>;`,
        ],
  );
}

function argumentTypes(operation: Operation, model: Model): Code {
  const members = methodArguments(operation).params.map(({ key: property, parameter }) => {
    const type = schemaType(parameter.schema, model, parameterType(operation, parameter, model));
    return parameter.required ? ts`${key(property)}: ${type}` : ts`${key(property)}?: ${type} | undefined`;
  });
  return argumentList(operation, {
    path: (parameter) => {
      const type = parameterType(operation, parameter, model);
      return type === "unknown" ? ts`string` : type;
    },
    body: bodyType(operation, model),
    params: members.length === 0 ? undefined : ts`{ ${join(members, "; ")} }`,
  });
}
