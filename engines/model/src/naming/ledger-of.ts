import type { Model } from "../model.ts";
import { defaultBuilders } from "./builder-names.ts";
import type { NameAliases, NameLedger } from "./name-ledger.ts";
import { routeText } from "./operation-ids.ts";

/**
 * The ledger of a model: every name that it has, and those that it had. Names of what left the document are free again.
 * Aliases stay until somebody removes them from the file, which is a major change.
 */
export function ledgerOf(model: Model): NameLedger {
  const named = Object.values(model.schemas);
  const aliases = aliasesOf(model);
  const derived = model.operations.filter(({ derivedId }) => derivedId === true);
  return {
    operations: sorted(model.operations.map(({ id, name }) => [id, name.join(".")])),
    ...(derived.length > 0 && { routes: sorted(derived.map((operation) => [routeText(operation), operation.id])) }),
    schemas: sorted(named.map(({ wireName, typeName }) => [wireName, typeName])),
    ...(named.length > 0 && {
      builders: sorted(named.map(({ wireName, builderName }) => [wireName, builderName])),
      listBuilders: sorted(pairs(named, ({ wireName, listBuilderName }) => [wireName, listBuilderName])),
    }),
    ...(Object.keys(aliases).length > 0 && { aliases }),
  };
}

type Pair = readonly [name: string, target: string];

function aliasesOf({ operations, schemas }: Model): NameAliases {
  const named = Object.values(schemas);
  const types = named.flatMap(({ wireName, formerNames = [] }) => formerNames.map((names) => ({ ...names, wireName })));
  const groups: { [kind in keyof NameAliases]-?: Pair[] } = {
    methods: operations.flatMap(({ id, formerNames = [] }) => formerNames.map((name): Pair => [name.join("."), id])),
    operations: operations.flatMap(({ id, formerIds = [] }) => formerIds.map((former): Pair => [former, id])),
    types: types.map(({ typeName, wireName }) => [typeName, wireName]),
    schemas: named.flatMap(({ wireName, formerWireNames = [] }) =>
      formerWireNames.map((name): Pair => [name, wireName]),
    ),
    ...builderAliases(types),
  };
  return Object.fromEntries(
    Object.entries(groups).flatMap(([kind, list]) => (list.length > 0 ? [[kind, sorted(list)]] : [])),
  );
}

type FormerType = NonNullable<Model["schemas"][string]["formerNames"]>[number];

/** The builders of former types that are not called as the type's name has it. */
function builderAliases(types: readonly FormerType[]): { builders: Pair[]; listBuilders: Pair[] } {
  const other = types.filter(({ typeName, builderName }) => (builderName ?? "") !== defaultBuilders(typeName).one);
  return {
    builders: pairs(other, ({ typeName, builderName }) => [typeName, builderName]),
    listBuilders: pairs(other, ({ typeName, listBuilderName }) => [typeName, listBuilderName]),
  };
}

function pairs<T>(items: readonly T[], pairOf: (item: T) => readonly [string, string | undefined]): Pair[] {
  return items.flatMap((item) => {
    const [name, target] = pairOf(item);
    return target === undefined ? [] : [[name, target] as const];
  });
}

function sorted(entries: readonly Pair[]): { [name: string]: string } {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
