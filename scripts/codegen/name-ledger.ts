import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model, NameLedger } from "@svc/model";

/** The committed map from operations and schemas to their names, in the spec folder. */
export const LEDGER = "names.json";

/** The names given before; none where there is no ledger. */
export function readLedger(folder: string): NameLedger {
  const file = join(folder, LEDGER);
  if (!existsSync(file)) return { operations: {}, schemas: {} };
  return JSON.parse(readFileSync(file, "utf8")) as NameLedger;
}

/** The ledger of a model: every name that it has. Names of what left the document are free again. */
export function writeLedger(model: Model): string {
  const ledger: NameLedger = {
    operations: sorted(model.operations.map(({ id, name }) => [id, name.join(".")])),
    schemas: sorted(Object.values(model.schemas).map(({ wireName, typeName }) => [wireName, typeName])),
  };
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

function sorted(pairs: readonly (readonly [string, string])[]): { [name: string]: string } {
  return Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
}
