import { camelCase, plural } from "../words.ts";
import { entryOf, type NameLedger } from "./name-ledger.ts";

/** Names of the builder of one, and of that of several. */
export interface BuilderNames {
  readonly one: string;
  readonly several: string | undefined;
}

/** The builders that a type has by its name. A name that is a plural already has no plural of its own: no `networkLogses`. */
export function defaultBuilders(typeName: string): BuilderNames {
  const one = camelCase(typeName);
  return { one, several: isPlural(one) ? undefined : plural(one) };
}

export function isPlural(name: string): boolean {
  return /[^su]s$/.test(name);
}

/** The builders that a schema was given; undefined where the ledger does not know it. */
export function builderNamesOf({ builders, listBuilders }: NameLedger, wireName: string): BuilderNames | undefined {
  const one = entryOf(builders, wireName);
  return one === undefined ? undefined : { one, several: entryOf(listBuilders, wireName) };
}

/** The builders of a former type. */
export function formerBuilders({ aliases }: NameLedger, typeName: string): BuilderNames {
  const usual = defaultBuilders(typeName);
  const one = entryOf(aliases?.builders, typeName);
  const several = entryOf(aliases?.listBuilders, typeName);
  return one === undefined ? { one: usual.one, several: several ?? usual.several } : { one, several };
}

/** The builders of every former type of a schema that is still there, by the type's name. */
export function buildersOfFormerTypes(
  ledger: NameLedger,
  schemas: { readonly [wireName: string]: unknown },
): Map<string, BuilderNames> {
  const types = Object.entries(ledger.aliases?.types ?? {}).filter(([, wireName]) => Object.hasOwn(schemas, wireName));
  return new Map(types.map(([type]) => [type, formerBuilders(ledger, type)]));
}
