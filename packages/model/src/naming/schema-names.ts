import { compareText } from "../compare.ts";
import { camelCase, pascalCase, plural, suffix } from "../words.ts";

export interface NamableSchema {
  readonly wireName: string;
  /** `x-svc-name`: the type name as the document wants it. */
  readonly override?: string | undefined;
  /** The type name that it was given before. */
  readonly kept?: string | undefined;
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
  "then",
  "constructor",
  "toString",
  "valueOf",
];

/**
 * Type and builder names, unique in the document. A schema whose wire name already is its type name keeps it; of several
 * that would share one, the others keep what they were given before, or get a suffix made from their wire name.
 */
export function nameSchemas(schemas: readonly NamableSchema[]): SchemaNames[] {
  const typeNames = assign(
    schemas,
    ({ wireName, override, kept }) => pascalCase(override ?? kept ?? wireName) || "Schema",
    RESERVED_TYPES,
  );
  const builders = assign(
    schemas,
    ({ wireName }, index) => camelCase(typeNames[index] ?? wireName) || "schema",
    RESERVED_BUILDERS,
  );
  const taken = new Set([...builders, ...RESERVED_BUILDERS]);
  return builders.map((builderName, index) => {
    const list = plural(builderName);
    // A name that is a plural already has no plural of its own: no `networkLogses`.
    const free = !taken.has(list) && !/[^su]s$/.test(builderName);
    taken.add(list);
    return { typeName: typeNames[index] ?? "", builderName, ...(free && { listBuilderName: list }) };
  });
}

function assign(
  schemas: readonly NamableSchema[],
  nameOf: (schema: NamableSchema, index: number) => string,
  reserved: readonly string[],
): string[] {
  const wanted = schemas.map(nameOf);
  const result = [...wanted];
  const taken = new Set(reserved);
  const order = schemas
    .map((schema, index) => ({ index, wireName: schema.wireName, rank: precedence(schema, wanted[index] ?? "") }))
    .sort((a, b) => a.rank - b.rank || compareText(a.wireName, b.wireName));
  for (const { index, wireName } of order) {
    const name = wanted[index] ?? "";
    const free = reserved.includes(name) ? `${name}_` : name;
    const before = schemas[index]?.kept;
    const other = before === undefined || taken.has(before) ? `${free}_${suffix(wireName)}` : before;
    const unique = taken.has(free) ? other : free;
    taken.add(unique);
    result[index] = unique;
  }
  return result;
}

function precedence(schema: NamableSchema, name: string): number {
  if (schema.kept === name) return 0;
  if (schema.override !== undefined || schema.kept !== undefined) return 1;
  return schema.wireName === name ? 2 : 3;
}
