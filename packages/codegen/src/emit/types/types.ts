import { compareText, escapeInvisibleLines, type Model } from "@svc/model";
import { type Code, comment, identifier, join, key, raw, str, ts } from "../../quote/index.ts";
import { deprecatedFor } from "../documentation.ts";
import { answerType } from "../schema-type.ts";
import type { Target } from "../target.ts";
import { aliasOf, describe, printDeclarations } from "./declarations.ts";
import { emitEnumObjects, namedEnums } from "./enum-objects.ts";
import { errorBodies, operationNames, operationTypeNames } from "./inline-types.ts";
import { declareUnlisted } from "./open-types.ts";

/** `paths`, `components` and `operations` as openapi-typescript writes them, and the types that are named after what they are of. */
export function emitOpenApiTypes(model: Model, target: Target): Code {
  const source = printDeclarations(model).trimEnd();
  // Invisible characters can only stand in string literals and comments, where an escape means the same or nothing.
  return ts`
    ${target.banner}

    ${raw(escapeInvisibleLines(source))}
    ${declareUnlisted(source)}
    ${errorTypes(model)}
    ${formerTypes(model)}
    ${formerOperations(model)}
  `;
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
