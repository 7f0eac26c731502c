import type { Model, NameLedger } from "@svc/model";
import { matchOperations, routeOf } from "../compare/match-operations.ts";

export interface Unledgered {
  readonly old: Model;
  /** The new model, made with {@link Unledgered.ledger}. */
  readonly now: Model;
  /** That of the old model. */
  readonly ledger: NameLedger;
  /** True if the document has a value at a pointer of its model. */
  readonly has: { readonly [side in "old" | "new"]: (pointer: string) => boolean };
}

/**
 * The names of a new version where nobody has a ledger: what has the same method and path, or the same name in the document,
 * is called as before, so that an addition renames nothing. What the document itself called so is called otherwise where the
 * new one no longer does.
 */
export function keepNames({ old, now, ledger, has }: Unledgered): NameLedger {
  const isDropped = (before: Placed, after: Placed, wish: string) =>
    has.old(`${before.pointer}/${wish}`) && !has.new(`${after.pointer}/${wish}`);
  const operations = matchOperations(old.operations, now.operations).pairs.filter(
    ([before, after]) => routeOf(before) === routeOf(after) && !isDropped(before, after, "x-svc-method"),
  );
  const dropped = new Set(
    Object.values(old.schemas)
      .filter((before) => {
        const after = Object.hasOwn(now.schemas, before.wireName) ? now.schemas[before.wireName] : undefined;
        return after !== undefined && isDropped(before, after, "x-svc-name");
      })
      .map(({ wireName }) => wireName),
  );
  const kept = (names: NameLedger["schemas"] = {}) =>
    Object.fromEntries(Object.entries(names).filter(([wireName]) => !dropped.has(wireName)));
  return {
    operations: Object.fromEntries(operations.map(([before, after]) => [after.id, before.name.join(".")])),
    ...(ledger.routes && { routes: ledger.routes }),
    schemas: kept(ledger.schemas),
    builders: kept(ledger.builders),
    listBuilders: kept(ledger.listBuilders),
  };
}

interface Placed {
  readonly pointer: string;
}

/** A model that knows nothing of former names: a rename shows as one that breaks. */
export function withoutAliases(model: Model): Model {
  return {
    ...model,
    operations: model.operations.map(({ formerNames: _, formerIds: __, ...operation }) => operation),
    schemas: Object.fromEntries(
      Object.entries(model.schemas).map(([name, { formerNames: _, formerWireNames: __, ...named }]) => [name, named]),
    ),
  };
}
