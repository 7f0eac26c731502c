import type { FormerSchemaNames, NamedSchema, Operation } from "../model.ts";
import { builderNamesOf, formerBuilders } from "./builder-names.ts";
import { entryOf, type NameLedger, type Names } from "./name-ledger.ts";
import { RESERVED_BUILDERS } from "./schema-names.ts";

/** Operations with the names and ids that they had. A name that is another operation's now is none of them. */
export function withFormerNames(operations: readonly Operation[], ledger: NameLedger | undefined): Operation[] {
  if (ledger === undefined) return [...operations];
  const ids = new Set(operations.map(({ id }) => id));
  const names = new Set(operations.map(({ name }) => name.join(".")));
  const formerIds = invert(ledger.aliases?.operations);
  const methods = invert(ledger.aliases?.methods);
  const taken = new Set(names);
  return operations.map((operation) => {
    const given = entryOf(ledger.operations, operation.id);
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

/** Schemas with the names that they had, and those of their builders. */
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
      const given = entryOf(ledger.schemas, wireName);
      const own = [...(formerTypes.get(wireName) ?? []), ...(given === undefined || given === typeName ? [] : [given])];
      const formerNames = [...new Set(own)].sort().flatMap((name): FormerSchemaNames[] => {
        if (!take(types, name)) return [];
        const { one, several } = (name === given && builderNamesOf(ledger, wireName)) || formerBuilders(ledger, name);
        const builderName = take(builders, one) ? one : undefined;
        const hasList = builderName !== undefined && several !== undefined && take(builders, several);
        return [{ typeName: name, ...(builderName && { builderName }), ...(hasList && { listBuilderName: several }) }];
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
function invert(aliases: Names | undefined): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [name, target] of Object.entries(aliases ?? {})) {
    result.set(target, [...(result.get(target) ?? []), name]);
  }
  return result;
}
