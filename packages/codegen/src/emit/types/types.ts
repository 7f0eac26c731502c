import { compareText, escapeInvisibleLines, type Model, refName } from "@svc/model";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import { astToString } from "../../openapi-typescript.ts";
import { type Code, comment, identifier, join, key, raw, str, ts } from "../../quote/index.ts";
import { deprecatedFor } from "../documentation.ts";
import { answerType } from "../schema-type.ts";
import type { Target } from "../target.ts";
import { emitEnumObjects, namedEnums } from "./enum-objects.ts";
import { errorBodies, operationNames, operationTypeNames } from "./inline-types.ts";
import { declareUnlisted, openType } from "./open-types.ts";
import { toOpenApiDocument, withIdCharacters } from "./openapi-document.ts";
import { aliasOf, aliasSchemas, describe, referToAliases } from "./schema-aliases.ts";
import { transformDocument } from "./transform-document.ts";

/**
 * `paths`, `components` and `operations` as openapi-typescript writes them. Its own loading, linting and bundling are left
 * out: the model has been through ours, and there is nothing left to resolve.
 */
export function emitOpenApiTypes(model: Model, target: Target): Code {
  const document = toOpenApiDocument(model) as OpenAPI3;
  const nodes = transformDocument(document, () => createContext(document));
  const text = withoutEnumTags(widenRequired(astToString(aliasSchemas(nodes, model))));
  const printed = referToAliases(text, model);
  const source = withIdCharacters(describeRoots(printed));
  // Invisible characters can only stand in string literals and comments, where an escape means the same or nothing.
  return ts`
    ${target.banner}

    ${raw(escapeInvisibleLines(source.trimEnd()))}
    ${declareUnlisted(source)}
    ${errorTypes(model)}
    ${formerTypes(model)}
    ${formerOperations(model)}
  `;
}

/** openapi-typescript's helper wants names that the type is known to have: a schema may require what its parts only allow. */
function widenRequired(source: string): string {
  return source.replace(
    /^type WithRequired<T, K extends keyof T> = T & \{\s+\[P in K\]-\?: T\[P\];\s+\};$/m,
    "type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, K & keyof T>> & Record<Exclude<K, keyof T>, unknown>;",
  );
}

/** Literal types say themselves which values there are: openapi-typescript adds the JSDoc tag of JavaScript's enums. */
function withoutEnumTags(source: string): string {
  return source
    .replaceAll(/^ *\/\*\* @enum \{[\w|]+\} \*\/\n/gm, "")
    .replaceAll(/\n *\* @enum \{[\w|]+\}(?=\n *\*\/)/g, "");
}

/** The bodies of an operation's errors, for the guards of errors: `is<BookingsGetError>(error)`. */
function errorTypes(model: Model): Code[] {
  const { errors } = operationNames(model);
  return model.operations.flatMap((operation) => {
    const name = errors.get(operation.id);
    if (name === undefined) return [];
    const types = errorBodies(operation).map(({ status, mediaType }) =>
      answerType(ts`operations[${str(operation.id)}]`, { place: status, mediaType }),
    );
    const text = comment(`Body of an error of \`${operation.name.join(".")}\`, for a guard: \`is<${name}>(error)\`.`);
    return [
      ts`

        ${text}
        export type ${identifier(name)} = ${join(types, " | ")};`,
    ];
  });
}

/** Types that are named after operations, by the names that those had. */
function formerTypes(model: Model): Code[] {
  return [...operationNames(model).former].map(
    ([before, name]) => ts`

      ${deprecatedFor(name)}
      export type ${identifier(before)} = ${identifier(name)};`,
  );
}

/** Former operation ids: the interface is declared a second time, which adds to it. */
function formerOperations(model: Model): Code {
  const members = model.operations.flatMap(({ id, formerIds = [] }) =>
    formerIds.map(
      (former) => ts`
        ${deprecatedFor(id)}
        ${key(former)}: operations[${str(id)}];`,
    ),
  );
  if (members.length === 0) return ts``;
  return ts`
    /** Operations by the ids that they had. */
    export interface operations {
      ${members}
    }
  `;
}

const ROOTS: { readonly [name: string]: string } = {
  webhooks: "Requests that the service sends, by name and method: webhooks, and callbacks as `operation.callback`.",
  paths: "Operations by path template and method, as openapi-fetch takes them.",
  components: "The document's reusable schemas, parameters, headers and responses, by kind and name.",
  operations: "Operations by operation id: parameters, body and responses by status.",
};

/** Gives the interfaces at the root the doc comments that openapi-typescript leaves out. */
function describeRoots(source: string): string {
  return source.replaceAll(/^export (?:interface|type) (\w+)/gm, (line, name: string) => {
    const text = Object.hasOwn(ROOTS, name) ? ROOTS[name] : undefined;
    return text === undefined ? line : `/** ${text} */\n${line}`;
  });
}

/** Friendly names for the document's schemas, and what is known of it at run time. */
export function emitTypeAliases(model: Model, target: Target, enums?: string): Code {
  const constants = new Set(enums === "object" ? namedEnums(model).map(({ typeName }) => typeName) : []);
  const schemas = Object.values(model.schemas).toSorted((a, b) => compareText(a.typeName, b.typeName));
  const exported = schemas.filter(({ typeName }) => !constants.has(typeName)).map(({ typeName }) => exportOf(typeName));
  // The name of a constant cannot be that of a type from elsewhere.
  const beside = schemas
    .filter(({ typeName }) => constants.has(typeName))
    .map((named) => declare(named.typeName, named.wireName, comment(describe(named))));
  const former = schemas.flatMap(({ typeName, wireName, formerNames = [] }) =>
    formerNames.map((names) => declare(names.typeName, wireName, deprecatedFor(typeName))),
  );
  return ts`
    ${target.banner}
    ${beside.length + former.length > 0 ? ts`import type { components } from "./openapi.ts";\n` : ts``}
    export type { ${join([...exported, ...[...operationTypeNames(model), ...ROOT_EXPORTS].map(identifier)], ", ")} } from "./openapi.ts";

    /** Version of the OpenAPI document that these types were generated from: its \`info.version\`. */
    export const documentVersion = ${str(model.version)};
    ${beside}
    ${constants.size > 0 ? emitEnumObjects(model) : []}
    ${former}
  `;
}

const ROOT_EXPORTS = ["components", "operations", "paths", "webhooks"];

function exportOf(typeName: string): Code {
  const alias = aliasOf(typeName);
  return alias === typeName ? identifier(alias) : ts`${identifier(alias)} as ${identifier(typeName)}`;
}

function declare(typeName: string, wireName: string, text: Code): Code {
  return ts`

    ${text}
    export type ${identifier(typeName)} = components["schemas"][${str(wireName)}];`;
}

/** Result of `openapiTS()` for our options. */
function createContext(document: OpenAPI3): GlobalContext {
  const schemas = document.components?.schemas ?? {};
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    // A default says what the service fills in, not that a property is always there.
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined as never,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: openType,
    transformProperty: undefined,
    resolve: <T>($ref: string) => schemas[refName($ref)] as T | undefined,
  };
}
