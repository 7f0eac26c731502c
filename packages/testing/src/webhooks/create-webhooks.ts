import { encodeLenientJson } from "@svc/fastapi-validation";
import {
  allowsJson,
  type Json,
  type Model,
  nameHelp,
  pointerTokens,
  preferredContent,
  serviceRequests,
  type TriggerDeclaration,
  type Webhook,
} from "@svc/model/data";
import type { ItemChange } from "@svc/resources";
import { createRandom, generate, seedOf, type Validate } from "@svc/schema";
import { parseExact } from "../fake/answer/content.ts";
import { CALL_LIMIT, JOURNAL_BYTES } from "../journal/journal.ts";
import {
  attemptOnce,
  checkSecret,
  createSecret,
  type DeliveryContext,
  deliver,
  isTaken,
  type Sending,
} from "./deliver.ts";
import type { SendOptions, SentWebhook, WebhookDefaults, Webhooks, WebhookTarget } from "./webhooks.ts";

/** The webhooks of one fake. */
export type WebhookParts = ReturnType<typeof createWebhooks>;

/** Attempts of one delivery after the first: all of them are kept, and any process may ask for them. */
const MOST_REPEATED = 1000;

/** Parts of a fake that sending uses. */
interface Context extends DeliveryContext {
  readonly seed: number;
  readonly validate: Validate;
  /** Whether a given payload has to be valid for the document. */
  readonly strict: boolean;
}

/** Creates the webhooks of a fake. */
export function createWebhooks(context: Context, defaults: WebhookDefaults) {
  const { model, seed } = context;
  const random = createRandom(seedOf(`${seed} webhooks`)).next;
  const deliveries: SentWebhook[] = [];
  const sendings = new WeakMap<SentWebhook, Sending>();
  const secret = createSecret(random);
  const pending = new Set<Promise<unknown>>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const leave = (): void => void pending.delete(settled);
    const settled: Promise<void> = work.then(leave, leave);
    pending.add(settled);
    return work;
  };
  const send = async (name: string, payload: Payload, options: SendOptions): Promise<SentWebhook> => {
    const webhook = webhookOf(model, name);
    const { retry = defaults.retry, repeat = 0 } = options;
    const repeated = repeat + (Object(retry).length ?? 0);
    if (!(repeated <= MOST_REPEATED))
      throw new TypeError(`fake.webhooks.send: retry, repeat: expected at most ${MOST_REPEATED}, got ${repeated}.`);
    const to = targetOf(options.to ?? defaults.to);
    const id = options.id ?? `msg_${Math.floor(random() * 2 ** 32).toString(36)}${++count}`;
    const body = payloadOf(webhook, { ...payload, seed: `${seed} ${id}` }, context);
    const forged = options.forge ? createSecret(random) : undefined;
    const secrets = [forged ?? options.secret ?? defaults.secret ?? secret].flat();
    for (const one of secrets) checkSecret(one, model.webhookSignature);
    const sending = { webhook, id, body, secrets, to, options: { ...options, retry }, attempts: [] };
    const delivery = deliveryOf(sending);
    sendings.set(delivery, sending);
    deliveries.push(delivery);
    forgetOldest(deliveries, sendings);
    context.onSent();
    await deliver(sending, context);
    return delivery;
  };
  const api: Webhooks = {
    secret,
    deliveries,
    send: (name, given, options = {}) => track(send(name, { given }, options)),
    async resend(id) {
      const delivery = deliveries.findLast((one) => one.id === id);
      const sending = delivery && sendings.get(delivery);
      if (delivery === undefined || sending === undefined)
        throw new TypeError(`fake.webhooks.resend: there is no delivery ${JSON.stringify(id)}.`);
      await track(attemptOnce(sending, context));
      return delivery;
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
  const onChange = (change: ItemChange): void => {
    for (const trigger of change.resource.triggers.filter((one) => isMet(one, change)))
      track(send(trigger.event, payloadFrom(trigger, change.item), {})).catch((error) => {
        failure ??= { error };
      });
  };
  return {
    api: api as Webhooks,
    /** Sends those that a resource declares for a change of an item; undefined where there is nowhere to send. */
    onChange: (defaults.to === undefined ? undefined : onChange) as ((change: ItemChange) => void) | undefined,
    /** Forgets those that were sent. */
    clear: (): void => void deliveries.splice(0),
    /** Throws the first error of those that were sent by themselves, and forgets it. */
    rethrow(): void {
      const first = failure;
      failure = undefined;
      if (first !== undefined) throw first.error;
    },
  };
}

function deliveryOf({ id, webhook: { name }, to, body, attempts }: Sending): SentWebhook {
  return {
    ...{ id, name, to: to instanceof URL ? to.origin + to.pathname : undefined, attempts },
    payload: body === "" ? undefined : JSON.parse(body),
    get isDelivered() {
      return isTaken(attempts.at(-1));
    },
  };
}

/** Forgets deliveries beyond the bounds of the journal, but never the last one. */
function forgetOldest(deliveries: SentWebhook[], sendings: WeakMap<SentWebhook, Sending>): void {
  let characters = deliveries.reduce((sum, one) => sum + (sendings.get(one)?.body.length ?? 0), 0);
  while (deliveries.length > 1 && (deliveries.length > CALL_LIMIT || characters > JOURNAL_BYTES))
    characters -= sendings.get(deliveries.shift() as SentWebhook)?.body.length ?? 0;
}

/** @throws TypeError where it is neither an address nor a function */
function targetOf(to: WebhookTarget | undefined): Sending["to"] {
  if (typeof to === "function") return to;
  const url = to !== undefined && URL.canParse(to) ? new URL(to) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "") return url;
  throw new TypeError(
    "fake.webhooks.send: to: expected an http or https address without a password, or a function that takes a Request.",
  );
}

/** Payload that is given, or the parts that a built one has. */
interface Payload {
  /** Undefined: one is built. */
  readonly given: unknown;
  /** @default none */
  readonly overrides?: unknown;
}

/** Whether a change is one that a trigger waits for. */
function isMet({ on, state }: TriggerDeclaration, change: ItemChange): boolean {
  return on === undefined ? change.state !== undefined && change.state === state : change.kind === on;
}

/** The payload of an item: the item itself, or a built one with the item in its place. */
function payloadFrom({ item: pointer }: TriggerDeclaration, item: Json): Payload {
  if (pointer === undefined) return { given: item };
  const tokens = pointerTokens(pointer) ?? [];
  const overrides = tokens.reduceRight<Json>((inner, token) => ({ [token]: inner }), item);
  return { given: undefined, overrides };
}

/** The webhook with a name. @throws TypeError that lists the names there are */
function webhookOf(model: Model, name: string): Webhook {
  const all = serviceRequests(model);
  const found = all.find((webhook) => webhook.name === name);
  if (found !== undefined) return found;
  const names = [...new Set(all.map((webhook) => webhook.name))];
  const known = names.length === 0 ? "the document has none." : nameHelp(name, names);
  throw new TypeError(`fake.webhooks.send: unknown webhook ${JSON.stringify(name)}; ${known}`);
}

/** Payload as JSON text; empty where there is none. @throws TypeError for one that is not allowed or cannot be built */
function payloadOf(
  { name, body }: Webhook,
  { given, overrides, seed }: Payload & { readonly seed: string },
  { model, validate, strict, clock }: Context,
): string {
  const content = preferredContent(body?.content ?? []);
  if (content !== undefined && !allowsJson(content.mediaType))
    throw new TypeError(`fake.webhooks.send: ${name}: is ${content.mediaType}; only JSON can be sent.`);
  const { schema } = content ?? {};
  if (given !== undefined) {
    const text = encodeLenientJson(given);
    const [issue] = schema === undefined || !strict ? [] : validate(schema, parseExact(text));
    if (issue === undefined) return text;
    const place = issue.pointer || "the payload";
    throw new TypeError(`fake.webhooks.send: ${name}: ${place}: ${issue.message}.`);
  }
  if (schema === undefined) return content === undefined ? "" : "{}";
  const making = { schemas: model.schemas, seed, now: clock.now(), direction: "response", exact: true } as const;
  const made = generate(schema, { ...making, overrides });
  if (made === undefined) throw new TypeError(`fake.webhooks.send: ${name}: no payload can be built; pass one.`);
  return encodeLenientJson(named(made, name, (value) => validate(schema, value).length === 0));
}

/** Standard Webhooks calls the event by `type`: where the document leaves that open, it is the webhook's name. */
function named(payload: Json, name: string, isValid: (value: unknown) => boolean): Json {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  if (typeof (payload as { readonly type?: unknown }).type !== "string") return payload;
  const own = { ...payload, type: name };
  return isValid(own) ? own : payload;
}
