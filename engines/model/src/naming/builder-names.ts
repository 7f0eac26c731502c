import type { Model } from "../model.ts";
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

/** Builders of what is sent, by wire name: `bookingRequest` beside `booking`, where nothing else is called so. */
export function requestBuilders({ schemas }: Pick<Model, "schemas">): Map<string, string> {
  const all = Object.values(schemas).flatMap((named) => [named, ...(named.formerNames ?? [])]);
  const taken = new Set(all.flatMap(({ builderName, listBuilderName }) => [builderName, listBuilderName]));
  return new Map(
    Object.values(schemas).flatMap(({ wireName, builderName }) => {
      const name = `${builderName}Request`;
      return builderName === "" || taken.has(name) ? [] : [[wireName, name] as const];
    }),
  );
}
