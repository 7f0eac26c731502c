import type { Webhook } from "@svc/model";
import { createRandom, seedOf } from "@svc/schema";
import type { Clock } from "../clock/clock.ts";
import { workTrackerOf } from "../clock/pending-work.ts";
import type { StandStill } from "../clock/stand-still.ts";
import { CALL_LIMIT } from "../journal/journal.ts";
import { type PayloadContext, payloadOf, webhookOf } from "./payload.ts";
import { checkSecret, createSecret, signatureHeaders } from "./sign.ts";
import type { SendOptions, SentWebhook, WebhookAttempt, WebhookDefaults, Webhooks, WebhookTarget } from "./webhooks.ts";

/** The webhooks of one fake, and a way to forget those that were sent. */
export interface WebhookParts {
  readonly api: Webhooks;
  clear(): void;
}

/** Parts of a fake that sending uses. */
interface Context extends PayloadContext {
  readonly clock: Clock;
  readonly standStill: StandStill;
  readonly seed: number;
}

/** Delays that Standard Webhooks advises: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const ADVISED_MS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000);

/** Creates the webhooks of a fake. */
export function createWebhooks(context: Context, defaults: WebhookDefaults): WebhookParts {
  const { model, seed } = context;
  const random = createRandom(seedOf(`${seed} webhooks`)).next;
  const deliveries: SentWebhook[] = [];
  const secret = createSecret(random);
  let count = 0;
  const api: Webhooks = {
    secret,
    deliveries,
    async send(name, given, options = {}) {
      const webhook = webhookOf(model, name);
      const to = targetOf(options.to ?? defaults.to);
      const id = options.id ?? `msg_${Math.floor(random() * 2 ** 32).toString(36)}${++count}`;
      const now = context.clock.now();
      const body = payloadOf(webhook, { given, seed: `${seed} ${id}`, now }, context);
      const forged = options.forge ? createSecret(random) : undefined;
      const secrets = [forged ?? options.secret ?? defaults.secret ?? secret].flat();
      for (const one of secrets) checkSecret(one, model.webhookSignature);
      const attempts: WebhookAttempt[] = [];
      const sent = { id, name, to: shownTarget(to), payload: body === "" ? undefined : JSON.parse(body), attempts };
      const delivery: SentWebhook = Object.defineProperty(sent as never, "isDelivered", {
        get: () => isTaken(attempts.at(-1)),
        enumerable: true,
      });
      if (deliveries.push(delivery) > CALL_LIMIT) deliveries.shift();
      await deliver({ webhook, id, body, secrets, to, options, attempts }, context);
      return delivery;
    },
  };
  return { api, clear: () => void deliveries.splice(0) };
}

/** A webhook on its way. */
interface Sending {
  readonly webhook: Webhook;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly to: URL | Exclude<WebhookTarget, string | URL>;
  readonly options: SendOptions;
  /** Grows with each attempt. */
  readonly attempts: WebhookAttempt[];
}

/** Attempts until one is taken or none is left, then the repetitions. */
async function deliver(sending: Sending, context: Context): Promise<void> {
  const { retry = false, repeat = 0 } = sending.options;
  const delays = typeof retry === "boolean" ? (retry ? ADVISED_MS : []) : retry;
  let attempt = await attemptOnce(sending, context);
  for (const ms of delays) {
    // 410 asks the sender to stop.
    if (isTaken(attempt) || attempt.status === 410) break;
    await wait(ms, context);
    attempt = await attemptOnce(sending, context);
  }
  for (let left = isTaken(attempt) ? repeat : 0; left > 0; left--) await attemptOnce(sending, context);
}

function isTaken(attempt: WebhookAttempt | undefined): boolean {
  const status = attempt?.status ?? 0;
  return status >= 200 && status < 300;
}

/** Each attempt is signed anew: the time is that of the attempt, the id that of the delivery. */
async function attemptOnce(sending: Sending, context: Context): Promise<WebhookAttempt> {
  const { webhook, id, body, secrets, to, options, attempts } = sending;
  const { clock, model } = context;
  const signing = { id, at: clock.now(), body, secrets, scheme: model.webhookSignature };
  const headers = await signatureHeaders(signing);
  if (options.delayMs) await wait(options.delayMs, context);
  const request = new Request(to instanceof URL ? to : "https://webhooks.example.test/", {
    method: webhook.method.toUpperCase(),
    headers: [...headers, ...(body === "" ? [] : ([["content-type", "application/json"]] as const))] as [
      string,
      string,
    ][],
    redirect: "manual",
    ...(body !== "" && webhook.method !== "get" && { body: options.corrupt ? corrupted(body) : body }),
  });
  const at = new Date(clock.now());
  const attempt = { at, ...(await answerTo(request, to, options.fetch, context)) };
  attempts.push(attempt);
  return attempt;
}

async function answerTo(
  request: Request,
  to: Sending["to"],
  fetch: NonNullable<SendOptions["fetch"]> = (input) => globalThis.fetch(input),
  { clock }: Context,
): Promise<Pick<WebhookAttempt, "status" | "error">> {
  try {
    const response = await workTrackerOf(clock)(() => (to instanceof URL ? fetch(request) : to(request)));
    await response.body?.cancel();
    return { status: response.status, error: undefined };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = (cause as Error | undefined)?.message;
    return { status: undefined, error: why ? `${message}: ${why}` : message };
  }
}

/** JSON that says the same, in other bytes. */
function corrupted(body: string): string {
  return `${body} `;
}

async function wait(ms: number, { clock, standStill }: Context): Promise<void> {
  const arrived = standStill.watch(`a webhook waits ${ms} ms to be sent`);
  await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
  arrived();
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

function shownTarget(to: Sending["to"]): string | undefined {
  return to instanceof URL ? to.origin + to.pathname : undefined;
}
