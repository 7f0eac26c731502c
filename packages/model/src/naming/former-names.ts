import type { FormerSchemaNames, NamedSchema, Operation } from "../model.ts";
import { camelCase, plural } from "../words.ts";
import { RESERVED_BUILDERS } from "./schema-names.ts";

/** Names that the SDK has given: a method keeps its name when a path is added, a type when a schema is. */
export interface NameLedger {
  /** Dotted method name by operation id. */
  readonly operations: { readonly [operationId: string]: string };
  /** Type name by the schema's name in the document. */
  readonly schemas: { readonly [wireName: string]: string };
  /** Names given before, which stay as deprecated aliases until they are removed here. */
  readonly aliases?: NameAliases;
}

/** Former names, each with what has it now. */
export interface NameAliases {
  /** Operation id by former dotted method name. */
  readonly methods?: { readonly [name: string]: string };
  /** Operation id by former operation id. */
  readonly operations?: { readonly [operationId: string]: string };
  /** Name of the schema in the document by former type name. */
  readonly types?: { readonly [typeName: string]: string };
  /** Name of the schema in the document by its former name there. */
  readonly schemas?: { readonly [wireName: string]: string };
}

/** Operations with the names and ids that they had. A name that is another operation's now is none of them. */
export function withFormerNames(operations: readonly Operation[], ledger: NameLedger | undefined): Operation[] {
  if (ledger === undefined) return [...operations];
  const ids = new Set(operations.map(({ id }) => id));
  const names = new Set(operations.map(({ name }) => name.join(".")));
  const formerIds = invert(ledger.aliases?.operations);
  const methods = invert(ledger.aliases?.methods);
  const taken = new Set(names);
  return operations.map((operation) => {
    const given = Object.hasOwn(ledger.operations, operation.id) ? ledger.operations[operation.id] : undefined;
    const own = [...(methods.get(operation.id) ?? []), ...(given === undefined ? [] : [given])];
    const former = [...new Set(own)].filter((name) => !taken.has(name));
    for (const name of former) taken.add(name);
    const idsBefore = (formerIds.get(operation.id) ?? []).filter((id) => !ids.has(id));
    return {
      ...operation,
      ...(former.length > 0 && { formerNames: former.sort().map((name) => name.split(".")) }),
      ...(idsBefore.length > 0 && { formerIds: idsBefore.sort() }),
    };
  });
}

/** Schemas with the names that they had, and the builders' names that came of these. */
export function withFormerTypes(
  schemas: { readonly [name: string]: NamedSchema },
  ledger: NameLedger | undefined,
): { [name: string]: NamedSchema } {
  if (ledger === undefined) return { ...schemas };
  const all = Object.values(schemas);
  const types = new Set(all.map(({ typeName }) => typeName));
  const builders = new Set([
    ...RESERVED_BUILDERS,
    ...all.flatMap(({ builderName, listBuilderName }) => [builderName, listBuilderName ?? builderName]),
  ]);
  const formerTypes = invert(ledger.aliases?.types);
  const formerWires = invert(ledger.aliases?.schemas);
  const take = (taken: Set<string>, name: string): boolean => !taken.has(name) && taken.add(name).size > 0;
  return Object.fromEntries(
    all.map((named) => {
      const { wireName, typeName } = named;
      const given = Object.hasOwn(ledger.schemas, wireName) ? ledger.schemas[wireName] : undefined;
      const own = [...(formerTypes.get(wireName) ?? []), ...(given === undefined || given === typeName ? [] : [given])];
      const formerNames = [...new Set(own)].sort().flatMap((name): FormerSchemaNames[] => {
        if (!take(types, name)) return [];
        const one = camelCase(name);
        const builderName = take(builders, one) ? one : undefined;
        const list = plural(one);
        const hasList = builderName !== undefined && !/[^su]s$/.test(one) && take(builders, list);
        return [{ typeName: name, ...(builderName && { builderName }), ...(hasList && { listBuilderName: list }) }];
      });
      const formerWireNames = (formerWires.get(wireName) ?? []).filter((name) => !Object.hasOwn(schemas, name)).sort();
      const former = {
        ...(formerNames.length > 0 && { formerNames }),
        ...(formerWireNames.length > 0 && { formerWireNames }),
      };
      return [wireName, { ...named, ...former }];
    }),
  );
}

/** Former names by what has them now. */
function invert(aliases: { readonly [name: string]: string } | undefined): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [name, target] of Object.entries(aliases ?? {})) {
    result.set(target, [...(result.get(target) ?? []), name]);
  }
  return result;
}
