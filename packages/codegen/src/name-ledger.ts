import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ledgerOf, type Model, type NameLedger } from "@svc/model";

/** The committed map from operations and schemas to their names, in the spec folder. */
export const LEDGER = "names.json";

/** The names given before; none where there is no ledger. */
export function readLedger(folder: string): NameLedger {
  const file = join(folder, LEDGER);
  if (!existsSync(file)) return { operations: {}, schemas: {} };
  return JSON.parse(readFileSync(file, "utf8")) as NameLedger;
}

/** The text of a model's ledger. */
export function writeLedger(model: Model): string {
  return `${JSON.stringify(ledgerOf(model), null, 2)}\n`;
}
