import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model, NameAliases, NameLedger } from "@svc/model";

/** The committed map from operations and schemas to their names, in the spec folder. */
export const LEDGER = "names.json";

/** The names given before; none where there is no ledger. */
export function readLedger(folder: string): NameLedger {
  const file = join(folder, LEDGER);
  if (!existsSync(file)) return { operations: {}, schemas: {} };
  return JSON.parse(readFileSync(file, "utf8")) as NameLedger;
}

/**
 * The ledger of a model: every name that it has, and those that it had. Names of what left the document are free again.
 * Aliases stay until somebody removes them from the file, which is a major change.
 */
export function writeLedger(model: Model): string {
  const aliases = writeAliases(model);
  const ledger: NameLedger = {
    operations: sorted(model.operations.map(({ id, name }) => [id, name.join(".")])),
    schemas: sorted(Object.values(model.schemas).map(({ wireName, typeName }) => [wireName, typeName])),
    ...(Object.keys(aliases).length > 0 && { aliases }),
  };
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

function writeAliases({ operations, schemas }: Model): NameAliases {
  const named = Object.values(schemas);
  const groups: { [kind in keyof NameAliases]-?: (readonly [string, string])[] } = {
    methods: operations.flatMap(({ id, formerNames = [] }) => formerNames.map((name) => [name.join("."), id] as const)),
    operations: operations.flatMap(({ id, formerIds = [] }) => formerIds.map((former) => [former, id] as const)),
    types: named.flatMap(({ wireName, formerNames = [] }) =>
      formerNames.map(({ typeName }) => [typeName, wireName] as const),
    ),
    schemas: named.flatMap(({ wireName, formerWireNames = [] }) =>
      formerWireNames.map((name) => [name, wireName] as const),
    ),
  };
  return Object.fromEntries(
    Object.entries(groups).flatMap(([kind, pairs]) => (pairs.length > 0 ? [[kind, sorted(pairs)]] : [])),
  );
}

function sorted(pairs: readonly (readonly [string, string])[]): { [name: string]: string } {
  return Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
}
