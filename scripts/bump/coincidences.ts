import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSpec } from "@svc/codegen/workspace";
import { findNames, handWrittenSources, namesOf } from "./document-names.ts";

/**
 * Names of the committed document that hand-written code has by chance, because it had them before the document did: words of
 * other standards, and what a bump brings that code happens to say.
 */
export const COINCIDENCES = "spec/coincidences.json";

/** Each name, with the first file that has it as the bump found it. */
export interface Coincidences {
  readonly [name: string]: string;
}

export function readCoincidences(root: string): Coincidences {
  const file = join(root, COINCIDENCES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Coincidences) : {};
}

/**
 * Writes down which names of its new document a stage's code has by chance: those that the old document did not have, as the code
 * is as it was, and those that were such before.
 *
 * @param root the checkout, with the old document
 */
export async function writeCoincidences(root: string, stage: string): Promise<void> {
  const [before, after] = await Promise.all([root, stage].map((folder) => namesIn(folder)));
  const known = readCoincidences(root);
  const old = new Set(before);
  const found = [...findNames(handWrittenSources(stage), after ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const coincidences = found.filter(([name]) => Object.hasOwn(known, name) || !old.has(name));
  const byName = Object.fromEntries(coincidences.map(([name, [file = ""]]) => [name, file]));
  writeFileSync(join(stage, COINCIDENCES), `${JSON.stringify(byName, null, 2)}\n`);
}

/** Names of the document of a checkout. */
export async function namesIn(root: string): Promise<readonly string[]> {
  const { model } = await loadSpec(join(root, "spec"), root);
  return namesOf(model);
}
