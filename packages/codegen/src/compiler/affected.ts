import { matchOperations } from "@svc/diff";
import {
  bodyKind,
  type Model,
  type NamedSchema,
  type Operation,
  refName,
  type Webhook,
  withoutProse,
} from "@svc/model";

/** Two models with nothing in them but what may be judged differently: the compiler takes longest to read what is the same. */
export interface Affected {
  readonly old: Model;
  readonly now: Model;
}

type Call = Pick<Operation | Webhook, "method" | "parameters" | "body" | "responses">;

/**
 * Leaves out of both models, beside prose, operations of both documents that are written the same and refer to schemas that
 * are the same all the way down, and the schemas that nothing refers to then.
 */
export function affectedParts(given: Model, givenNow: Model): Affected {
  const [old, now] = [withoutProse(given), withoutProse(givenNow)];
  const changed = changedSchemas(old, now);
  const isSame = (before: Call, after: Call): boolean => {
    const text = textOf(before);
    return text === textOf(after) && refsIn(text).every((name) => !changed.has(name));
  };
  const { pairs } = matchOperations(old.operations, now.operations);
  const same = new Set<unknown>(pairs.filter(([before, after]) => isSame(before, after)).flat());
  for (const after of now.webhooks ?? []) {
    const before = old.webhooks?.find(({ name, method }) => name === after.name && method === after.method);
    if (before !== undefined && isSame(before, after)) same.add(before).add(after);
  }
  return { old: without(same, old), now: without(same, now) };
}

function without(same: ReadonlySet<unknown>, { callbacks: _, ...model }: Model): Model {
  const operations = model.operations.filter((operation) => !same.has(operation));
  const webhooks = model.webhooks?.filter((webhook) => !same.has(webhook));
  const needed = reachable(
    [...operations, ...(webhooks ?? [])].flatMap((call) => refsIn(textOf(call))),
    model,
  );
  const schemas = Object.entries(model.schemas).filter(([name]) => needed.has(name));
  return {
    ...model,
    operations,
    ...(webhooks !== undefined && { webhooks }),
    schemas: Object.fromEntries(schemas),
  };
}

/** Places that a call's types are made from. */
function textOf({ method, parameters, body, responses }: Call): string {
  return JSON.stringify([method, parameters, body, responses]);
}

/** Names of schemas that a text refers to, also as the targets of a discriminator. */
function refsIn(text: string): string[] {
  return [...new Set(text.match(/#\/components\/schemas\/[^"\\]+/g))].map(refName);
}

function reachable(roots: readonly string[], { schemas }: Model): ReadonlySet<string> {
  const found = new Set<string>();
  const stack = [...roots];
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    const named = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (named === undefined || found.has(name)) continue;
    found.add(name);
    stack.push(...refsIn(JSON.stringify(named.schema)));
  }
  return found;
}

/** Schemas that differ, or are forms in one document only, and all that lead to one of them. */
function changedSchemas(old: Model, now: Model): ReadonlySet<string> {
  const texts = (model: Model) =>
    new Map(
      Object.values(model.schemas).map(({ wireName, schema }: NamedSchema) => [wireName, JSON.stringify(schema)]),
    );
  const [before, after] = [texts(old), texts(now)];
  const [wasForm, isForm] = [forms(old), forms(now)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const users = new Map<string, Set<string>>();
  for (const [name, text] of [...before, ...after])
    for (const used of refsIn(text)) users.set(used, (users.get(used) ?? new Set()).add(name));
  const changed = new Set<string>();
  const stack = [...names].filter(
    (name) => before.get(name) !== after.get(name) || wasForm.has(name) !== isForm.has(name),
  );
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    if (changed.has(name)) continue;
    changed.add(name);
    stack.push(...(users.get(name) ?? []));
  }
  return changed;
}

/** Schemas of bodies that are no JSON, and all in them: binary properties are files there. */
function forms(model: Model): ReadonlySet<string> {
  const contents = [...model.operations, ...(model.webhooks ?? [])].flatMap(({ body }) => body?.content ?? []);
  const others = contents.filter(({ mediaType }) => bodyKind(mediaType) !== "json");
  return reachable(refsIn(JSON.stringify(others.map(({ schema }) => schema ?? {}))), model);
}
