import { camelCase, compareText, pascalCase, plural, suffix } from "../words.ts";
import { type BuilderNames, isPlural } from "./builder-names.ts";
import { findKeepers } from "./name-ledger.ts";

export interface NamableSchema {
  readonly wireName: string;
  /** `x-svc-name`: the type name as the document wants it. */
  readonly override?: string | undefined;
  /** The type name that it was given before. */
  readonly kept?: string | undefined;
  /** The builders that it was given before, with that type name. */
  readonly keptBuilders?: BuilderNames | undefined;
}

export interface SchemaNames {
  readonly typeName: string;
  readonly builderName: string;
  /** Name of the builder of several, where no other builder has it. */
  readonly listBuilderName?: string;
}

/** PascalCase names that mean something else to every reader and compiler. */
const RESERVED_TYPES = ["NaN", "Infinity"];

/** Members that the object of builders has by itself. */
export const RESERVED_BUILDERS: readonly string[] = [
  "args",
  "body",
  "response",
  "rewind",
  "streamItem",
  "streamItems",
  "then",
  "constructor",
  "toString",
  "valueOf",
];

/**
 * Type and builder names, unique in the document. What was given before is kept. Of several schemas that would share a type
 * name, the one whose wire name it is has it; the others get a suffix made from their wire name. A schema whose builder would
 * take a name that was given before, a plural mostly, is built by one that ends in `Data`: `cookiesData`.
 *
 * @param former builders by former type name: no other schema gets their names, unless it gets the type's
 */
export function nameSchemas(
  schemas: readonly NamableSchema[],
  former: ReadonlyMap<string, BuilderNames> = new Map(),
): SchemaNames[] {
  const types = schemas.map(({ kept }) => (kept === undefined || isTypeName(kept) ? kept : pascalCase(kept)));
  const items = schemas.map(({ wireName, override }, index) => {
    const wish = override === undefined ? undefined : pascalCase(override) || "Schema";
    return { index, wireName, kept: types[index] || undefined, wish };
  });
  const keepers = findKeepers(items.toSorted((a, b) => compareText(a.wireName, b.wireName)));
  const typeNames = assign(schemas, types, {
    wanted: items.map((item) => (keepers.has(item) ? item.kept : item.wish) ?? (pascalCase(item.wireName) || "Schema")),
    reserved: RESERVED_TYPES,
  });
  const kept = schemas.map(({ keptBuilders }, index) =>
    types[index] === typeNames[index] ? spelled(keptBuilders) : undefined,
  );
  const given = givenBefore(schemas, { typeNames, kept, former });
  const wanted = typeNames.map((typeName, index) => kept[index]?.one ?? (camelCase(typeName) || "schema"));
  const builders = assign(
    schemas,
    kept.map((names) => names?.one),
    { wanted: wanted.map((name) => (given.has(name) ? `${name}Data` : name)), reserved: RESERVED_BUILDERS, given },
  );
  const taken = new Set([...builders, ...given, ...RESERVED_BUILDERS]);
  return builders.map((builderName, index) => {
    const plain = plural(builderName);
    const isFree = !taken.has(plain) && !isPlural(builderName) && !given.has(wanted[index] ?? "");
    // Of several schemas, one without a builder keeps having none: a name that becomes free is not one that it had.
    const names = kept[index] ?? { several: isFree ? plain : undefined };
    const list = names.several;
    if (list !== undefined) taken.add(list);
    return { typeName: typeNames[index] ?? "", builderName, ...(list !== undefined && { listBuilderName: list }) };
  });
}

/** Builders as they can be called; undefined for what a ledger has else. */
function spelled(names: BuilderNames | undefined): BuilderNames | undefined {
  if (names === undefined || !IDENTIFIER.test(names.one)) return undefined;
  return names.several === undefined || IDENTIFIER.test(names.several) ? names : { ...names, several: undefined };
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}\p{Mn}_]*$/u;

/** As {@link pascalCase} and suffixes make them: what a ledger has else is made one. */
function isTypeName(name: string): boolean {
  return IDENTIFIER.test(name) && name[0] === name[0]?.toUpperCase();
}

interface Before {
  readonly typeNames: readonly string[];
  readonly kept: readonly (BuilderNames | undefined)[];
  readonly former: ReadonlyMap<string, BuilderNames>;
}

/** Builders of several that stay, and builders of types that have another name now. */
function givenBefore(schemas: readonly NamableSchema[], { typeNames, kept, former }: Before): Set<string> {
  const types = new Set(typeNames);
  const renamed = schemas.flatMap(({ kept: type, keptBuilders }) =>
    type === undefined || keptBuilders === undefined ? [] : [[type, keptBuilders] as const],
  );
  const gone = [...former, ...renamed]
    .filter(([type]) => !types.has(type))
    .flatMap(([, names]) => [names.one, names.several]);
  const given = new Set([...gone, ...kept.map((names) => names?.several)].filter((name) => name !== undefined));
  for (const names of kept) if (names !== undefined) given.delete(names.one);
  return given;
}

interface Assignment {
  readonly wanted: readonly string[];
  readonly reserved: readonly string[];
  /** Names that none of the schemas may have. */
  readonly given?: ReadonlySet<string>;
}

function assign(
  schemas: readonly NamableSchema[],
  kept: readonly (string | undefined)[],
  { wanted, reserved, given = new Set() }: Assignment,
): string[] {
  const result = [...wanted];
  const taken = new Set([...reserved, ...given]);
  const order = schemas
    .map((schema, index) => ({
      index,
      wireName: schema.wireName,
      rank: rankOf(schema, kept[index], wanted[index] ?? ""),
    }))
    .sort((a, b) => a.rank - b.rank || compareText(a.wireName, b.wireName));
  for (const { index, wireName } of order) {
    const name = wanted[index] ?? "";
    const free = reserved.includes(name) ? `${name}_` : name;
    const before = kept[index];
    const other = before === undefined || taken.has(before) ? `${free}_${suffix(wireName)}` : before;
    const unique = taken.has(free) ? other : free;
    taken.add(unique);
    result[index] = unique;
  }
  return result;
}

/** Schemas that keep their name come first, then those that have one, then those with one that was not made for them. */
function rankOf({ kept: before, override, wireName }: NamableSchema, kept: string | undefined, name: string): number {
  if (kept === name) return 0;
  if (before !== undefined) return 1;
  if (override !== undefined) return 2;
  return wireName === name ? 3 : 4;
}
