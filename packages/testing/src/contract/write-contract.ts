import type * as FileSystem from "node:fs";
import { type Contract, deref, mergeContracts, parseContract, type Schema, type Schemas } from "@svc/model";

/** Milliseconds after which a lock counts as left behind by a process that was killed. */
const LOCK_MS = 10_000;

/**
 * Merges a contract into a file. Workers take turns by a lock beside it, and a reader sees the whole of the old file or of
 * the new one.
 *
 * @throws TypeError for a file that is no contract
 */
export function writeContract(file: string, contract: Contract): void {
  const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = fileSystem();
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    const old = existsSync(file) ? [readContract(file)] : [];
    const text = `${JSON.stringify(mergeContracts([...old, contract]), null, 2)}\n`;
    if (old.length > 0 && readFileSync(file, "utf8") === text) return;
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Reads a contract from a file.
 *
 * @throws TypeError for a file that is no contract
 */
export function readContract(file: string): Contract {
  try {
    return parseContract(fileSystem().readFileSync(file, "utf8"));
  } catch (error) {
    throw new TypeError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Found when it is used: bundlers for browsers take the fake as well. */
function fileSystem(): typeof FileSystem {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => typeof FileSystem | undefined };
  };
  const found = process?.getBuiltinModule?.("node:fs");
  if (found === undefined) throw new TypeError("A contract needs files: Node.js 20.16, 22.3 or newer, Bun, or Deno.");
  return found;
}

function takeLock(lock: string): void {
  const { closeSync, openSync, rmSync, statSync } = fileSystem();
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      closeSync(openSync(lock, "wx"));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > LOCK_MS) rmSync(lock, { force: true });
      else Atomics.wait(cell, 0, 0, 5);
    }
  }
}

/** The schemas that a value may have to match: the variants of a schema, and what it refers to. */
function variantsOf(schema: Schema | undefined, schemas: Schemas): Schema[] {
  const found = new Set<Schema>(schema === undefined ? [] : [schema]);
  for (const one of found) {
    const parts = [deref(one, schemas), ...(one.allOf ?? []), ...(one.anyOf ?? []), ...(one.oneOf ?? [])];
    for (const part of [...parts, one.if, one.then, one.else]) if (part !== undefined) found.add(part);
  }
  return [...found];
}

/** The step from a value to its field: `*` where the document does not declare the name, which is data then. */
interface FieldStep {
  readonly token: string;
  readonly variants: readonly Schema[];
}

/** The step to a property of a value whose possible schemas are given. */
function stepTo(name: string, variants: readonly Schema[], schemas: Schemas): FieldStep {
  const declared = variants.flatMap(({ properties }) =>
    properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  if (declared.length > 0) return { token: escaped(name), variants: expand(declared, schemas) };
  const further = variants.flatMap((schema) => [
    schema.additionalProperties,
    schema.unevaluatedProperties,
    ...Object.values(schema.patternProperties ?? {}),
  ]);
  return { token: "*", variants: expand(further, schemas) };
}

/** The step to the items of a list. */
function stepToItems(variants: readonly Schema[], schemas: Schemas): FieldStep {
  const items = variants.flatMap(({ items, prefixItems = [] }) => [items, ...prefixItems]);
  return { token: "*", variants: expand(items, schemas) };
}

function expand(found: readonly (Schema | undefined)[], schemas: Schemas): Schema[] {
  return found.flatMap((schema) => variantsOf(schema, schemas));
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Called with each field of a value. */
type Visit = (pointer: string, field: { readonly holder: object; readonly name: string }) => void;

/** Visits every field of a JSON value, fields of fields first, with its pointer in a contract. */
export function visitFields(value: unknown, schema: Schema | undefined, schemas: Schemas, visit: Visit): void {
  const walk = (part: unknown, variants: readonly Schema[], pointer: string): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      const { token, variants: ofItems } = stepToItems(variants, schemas);
      for (const item of part) walk(item, ofItems, `${pointer}/${token}`);
      return;
    }
    for (const [name, child] of Object.entries(part)) {
      const next = stepTo(name, variants, schemas);
      walk(child, next.variants, `${pointer}/${next.token}`);
      visit(`${pointer}/${next.token}`, { holder: part, name });
    }
  };
  walk(value, variantsOf(schema, schemas), "");
}
