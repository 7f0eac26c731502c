import type { Model, NameAliases, NameLedger } from "@svc/model";
import { matchOperations } from "../compare/match-operations.ts";
import { findSchemaRenames } from "./schema-renames.ts";

/**
 * The ledger for a new version of a document: what was renamed keeps its old names as aliases, and aliases follow what
 * they stand for. Operations are the same by method and path, schemas by their structure and the places that use them.
 *
 * @param now the new model, made with the same ledger
 */
export function carryNames(old: Model, now: Model, ledger: NameLedger): NameLedger {
  const { pairs } = matchOperations(old.operations, now.operations);
  const ids = new Map(pairs.flatMap(([before, { id }]) => (before.id === id ? [] : [[before.id, id] as const])));
  const schemas = findSchemaRenames(old, now);
  const { methods, operations, types, schemas: wires }: NameAliases = ledger.aliases ?? {};
  const kept = (id: string) => old.operations.find((operation) => operation.id === id)?.name.join(".") ?? "";
  return {
    operations: { ...ledger.operations, ...fromEntries([...ids].map(([before, id]) => [id, kept(before)])) },
    schemas: ledger.schemas,
    aliases: {
      methods: follow(methods, ids),
      operations: { ...follow(operations, ids), ...fromEntries([...ids]) },
      types: {
        ...follow(types, schemas),
        ...fromEntries([...schemas].map(([before, name]) => [old.schemas[before]?.typeName ?? before, name])),
      },
      schemas: { ...follow(wires, schemas), ...fromEntries([...schemas]) },
    },
  };
}

type Names = { readonly [name: string]: string };

function follow(aliases: Names = {}, renames: ReadonlyMap<string, string>): Names {
  return fromEntries(Object.entries(aliases).map(([name, target]) => [name, renames.get(target) ?? target]));
}

function fromEntries(entries: readonly (readonly [string, string])[]): Names {
  return Object.fromEntries(entries);
}
