import type { Model, NameAliases, NameLedger } from "@svc/model";
import { matchOperations } from "../compare/operations/match-operations.ts";
import { findSchemaRenames } from "./schema-renames.ts";

/**
 * The ledger for a new version of a document: what was renamed keeps its old names as aliases, and aliases follow what
 * they stand for. Operations are the same by method and path, schemas by their structure and the places that use them.
 *
 * @param now the new model, made with the same ledger
 * @param ledger that of the old model
 */
export function carryNames(old: Model, now: Model, ledger: NameLedger): NameLedger {
  const { pairs } = matchOperations(old.operations, now.operations);
  const ids = new Map(pairs.map(([before, after]) => [before.id, after.id]));
  const renamed = [...ids].filter(([before, after]) => before !== after);
  const schemas = findSchemaRenames(old, now);
  const { methods, operations, types, schemas: wires, ...builders }: NameAliases = ledger.aliases ?? {};
  const gone = [...schemas.keys()].flatMap((wireName) => old.schemas[wireName] ?? []);
  return {
    ...ledger,
    operations: fromEntries(pairs.map(([before, after]) => [after.id, before.name.join(".")])),
    aliases: {
      methods: follow(methods, ids),
      operations: { ...follow(operations, ids), ...fromEntries(renamed) },
      types: {
        ...followSchemas(types, schemas),
        ...fromEntries(gone.map(({ wireName, typeName }) => [typeName, schemas.get(wireName) ?? wireName])),
      },
      schemas: { ...followSchemas(wires, schemas), ...fromEntries([...schemas]) },
      builders: {
        ...builders.builders,
        ...fromEntries(gone.map(({ typeName, builderName }) => [typeName, builderName])),
      },
      listBuilders: {
        ...builders.listBuilders,
        ...fromEntries(
          gone.flatMap(({ typeName, listBuilderName: list }) =>
            list === undefined ? [] : [[typeName, list] as const],
          ),
        ),
      },
    },
  };
}

type Names = { readonly [name: string]: string };

/** Aliases of operations: those of what is gone go with it, also where its id is another one's now. */
function follow(aliases: Names = {}, ids: ReadonlyMap<string, string>): Names {
  return fromEntries(
    Object.entries(aliases).flatMap(([name, target]) => {
      const now = ids.get(target);
      return now === undefined ? [] : [[name, now] as const];
    }),
  );
}

function followSchemas(aliases: Names = {}, renames: ReadonlyMap<string, string>): Names {
  return fromEntries(Object.entries(aliases).map(([name, target]) => [name, renames.get(target) ?? target]));
}

function fromEntries(entries: readonly (readonly [string, string])[]): Names {
  return Object.fromEntries(entries);
}
