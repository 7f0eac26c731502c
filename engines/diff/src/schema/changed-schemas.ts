import { type Model, type NamedSchema, refName } from "@svc/model";

/** Names of schemas that a text of JSON refers to, also as the targets of a discriminator. */
export function refsIn(text: string): string[] {
  return [...new Set(text.match(/#\/components\/schemas\/[^"\\]+/g))].map(refName);
}

/**
 * Names of the schemas that are not written the same in both models, and of all that lead to one of them.
 *
 * @param isOther tells schemas that count as changed however they are written
 */
export function changedSchemas(
  old: Model,
  now: Model,
  isOther: (name: string) => boolean = () => false,
): ReadonlySet<string> {
  const [before, after] = [textsOf(old), textsOf(now)];
  const users = new Map<string, Set<string>>();
  for (const [name, text] of [...before, ...after])
    for (const used of refsIn(text)) users.set(used, (users.get(used) ?? new Set()).add(name));
  const changed = new Set<string>();
  const names = new Set([...before.keys(), ...after.keys()]);
  const stack = [...names].filter((name) => before.get(name) !== after.get(name) || isOther(name));
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    if (changed.has(name)) continue;
    changed.add(name);
    stack.push(...(users.get(name) ?? []));
  }
  return changed;
}

/**
 * Tells values of two models that are the same all the way down, of which most documents of a succession consist: written
 * the same, with references only to schemas that are. @param isOther as for {@link changedSchemas}
 */
export function createSameness(
  old: Model,
  now: Model,
  isOther?: (name: string) => boolean,
): (before: unknown, after: unknown) => boolean {
  const changed = changedSchemas(old, now, isOther);
  return (before, after) => {
    const text = JSON.stringify(before) ?? "";
    return text === (JSON.stringify(after) ?? "") && refsIn(text).every((name) => !changed.has(name));
  };
}

function textsOf({ schemas }: Model): ReadonlyMap<string, string> {
  return new Map(Object.values(schemas).map(({ wireName, schema }: NamedSchema) => [wireName, JSON.stringify(schema)]));
}
