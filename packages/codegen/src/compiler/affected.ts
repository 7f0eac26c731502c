import { createSameness, matchOperations, refsIn } from "@svc/diff";
import {
  bodyKind,
  type Model,
  type Operation,
  type Response,
  successResponses,
  type Webhook,
  withoutProse,
} from "@svc/model";

type Call = Operation | Webhook;

type IsSame = ReturnType<typeof createSameness>;

/**
 * Leaves out of both models, beside prose, the parameters, bodies and errors of operations of both documents that are written
 * the same and refer to schemas that are the same all the way down, operations of which nothing else is left, and the schemas
 * that nothing refers to then: the compiler takes longest to read what is the same.
 */
export function affectedParts(given: Model, givenNow: Model): { readonly old: Model; readonly now: Model } {
  const [old, now] = [withoutProse(given), withoutProse(givenNow)];
  const [wasForm, isForm] = [formsOf(old), formsOf(now)];
  const isSame = createSameness(old, now, (name) => wasForm.has(name) !== isForm.has(name));
  const pairs: readonly (readonly [Call, Call])[] = [
    ...matchOperations(old.operations, now.operations).pairs,
    ...matchWebhooks(old, now),
  ];
  const left = new Map(pairs.flatMap((pair) => differingParts(pair, isSame)));
  return { old: only(left, old), now: only(left, now) };
}

/** Webhooks of both documents. */
export function matchWebhooks(old: Model, now: Model): [before: Webhook, after: Webhook][] {
  return (now.webhooks ?? []).flatMap((after) => {
    const before = old.webhooks?.find(({ name, method }) => name === after.name && method === after.method);
    return before === undefined ? [] : [[before, after]];
  });
}

/** Both calls with what is left of them: undefined where nothing differs. */
function differingParts(pair: readonly [Call, Call], isSame: IsSame): [Call, Call | undefined][] {
  const [before, after] = pair;
  if (isSame(typedParts(before), typedParts(after))) return pair.map((call) => [call, undefined]);
  // Successes are one type together: all are left where one differs.
  const successes = pair.flatMap(successResponses);
  const isKept = (response: Response, others: readonly Response[]) =>
    successes.includes(response) || !others.some((other) => isSame(typedAnswer(response), typedAnswer(other)));
  const reduce = ({ body, ...call }: Call, other: Call): Call => ({
    ...call,
    parameters: isSame(call.parameters, other.parameters) ? [] : call.parameters,
    ...(body !== undefined && !isSame(body, other.body) && { body }),
    responses: call.responses
      .filter((response) => isKept(response, other.responses))
      .map((response) => ({ ...response, headers: [] })),
  });
  return [
    [before, reduce(before, after)],
    [after, reduce(after, before)],
  ];
}

/** Places that a call's types are made from. */
function typedParts({ method, parameters, body, responses }: Call): unknown {
  return [method, parameters, body, responses.map(typedAnswer)];
}

function typedAnswer({ status, content }: Response): unknown {
  return [status, content.map(({ mediaType, schema, stream }) => [mediaType, schema, stream])];
}

function only(left: ReadonlyMap<Call, Call | undefined>, { callbacks: _, ...model }: Model): Model {
  const partsOf = <C extends Call>(calls: readonly C[]): C[] =>
    calls.flatMap((call) => (left.has(call) ? ((left.get(call) as C | undefined) ?? []) : call));
  const operations = partsOf(model.operations);
  const webhooks = model.webhooks && partsOf(model.webhooks);
  const calls = [...operations, ...(webhooks ?? [])];
  const needed = reachable(refsIn(JSON.stringify(calls.map(typedParts))), model);
  return {
    ...model,
    operations,
    ...(webhooks !== undefined && { webhooks }),
    schemas: Object.fromEntries(Object.entries(model.schemas).filter(([name]) => needed.has(name))),
  };
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

/** Schemas of bodies that are no JSON, and all in them: binary properties are files there. */
function formsOf(model: Model): ReadonlySet<string> {
  const contents = [...model.operations, ...(model.webhooks ?? [])].flatMap(({ body }) => body?.content ?? []);
  const others = contents.filter(({ mediaType }) => bodyKind(mediaType) !== "json");
  return reachable(refsIn(JSON.stringify(others.map(({ schema }) => schema ?? {}))), model);
}
