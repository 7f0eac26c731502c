/**
 * Names that the SDK has given: a method keeps its name when a path is added, a type and its builders when a schema is.
 * Parts that a file of an earlier version does not have are worked out from the rest.
 */
export interface NameLedger {
  /** Dotted method name by operation id. */
  readonly operations: Names;
  /** Operation id by method and path (`GET /health`), where the document gives no id that could be used. */
  readonly routes?: Names;
  /** Type name by the schema's name in the document. */
  readonly schemas: Names;
  /** Name of the builder by the schema's name in the document. */
  readonly builders?: Names;
  /** Name of the builder of several by the schema's name in the document; none for those that have no such builder. */
  readonly listBuilders?: Names;
  /** Names given before, which stay as deprecated aliases until they are removed here. */
  readonly aliases?: NameAliases;
}

/** Former names, each with what has it now. */
export interface NameAliases {
  /** Operation id by former dotted method name. */
  readonly methods?: Names;
  /** Operation id by former operation id. */
  readonly operations?: Names;
  /** Name of the schema in the document by former type name. */
  readonly types?: Names;
  /** Name of the schema in the document by its former name there. */
  readonly schemas?: Names;
  /** Name of the builder by former type name, where it is not made from that. */
  readonly builders?: Names;
  /** Name of the builder of several by former type name, where it is not the plural of the builder's. */
  readonly listBuilders?: Names;
}

export type Names = { readonly [key: string]: string };

/** An entry of a ledger: keys are names of a document, `constructor` among them. */
export function entryOf(names: Names | undefined, key: string): string | undefined {
  return names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;
}

/** A thing that has a name, or wishes one. */
interface Named {
  /** The name that it was given before. */
  readonly kept?: string | undefined;
  /** The name as the document wants it. */
  readonly wish?: string | undefined;
}

/**
 * Those that keep the name that they were given: they wish no other, or one that stays with another or was granted to one
 * before them. So two wishes for one name never cost a third its own, however often names are given again.
 */
export function findKeepers<T extends Named>(items: readonly T[]): Set<T> {
  const keepers = new Set<T>();
  const staying = new Set<string>();
  for (let size = -1; size < staying.size; ) {
    size = staying.size;
    const taken = new Set(staying);
    for (const item of items) {
      const { kept, wish } = item;
      if (kept === undefined) continue;
      if (wish !== undefined && wish !== kept && !taken.has(wish)) {
        taken.add(wish);
        continue;
      }
      keepers.add(item);
      staying.add(kept);
    }
  }
  return keepers;
}
