import type { Model, NamedSchema } from "@svc/model";

/** Traits by builder. */
interface AllTraits {
  readonly [builder: string]: { readonly [trait: string]: unknown };
}

/** Merges the traits of the builders with those that a test adds, by builder name, which may be a former one. */
export function mergeTraits(model: Model, own: object, added: object | undefined): AllTraits {
  const merged: { [builder: string]: AllTraits[string] } = { ...added };
  for (const [name, traits] of Object.entries(own as AllTraits)) {
    const former = formerNames(model, name).find((given) => Object.hasOwn(merged, given));
    const given = Object.hasOwn(merged, name) ? merged[name] : former && merged[former];
    merged[name] = { ...traits, ...given };
  }
  return merged;
}

function formerNames({ schemas }: Model, name: string): string[] {
  const named: NamedSchema | undefined = Object.values(schemas).find(({ builderName }) => builderName === name);
  return (named?.formerNames ?? []).flatMap(({ builderName }) => builderName ?? []);
}
