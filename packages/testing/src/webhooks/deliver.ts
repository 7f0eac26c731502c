import type { Model, Webhook, WebhookSignature } from "@svc/model/data";
import { unlessAborted } from "../adapters/fetched-response.ts";
import type { Clock } from "../clock/clock.ts";
import { workTrackerOf } from "../clock/pending-work.ts";
import type { StandStill } from "../clock/stand-still.ts";
import type { SendOptions, WebhookAttempt, WebhookTarget } from "./webhooks.ts";

/** Parts of a fake by which deliveries are signed and wait. */
export interface DeliveryContext {
  readonly model: Model;
  readonly clock: Clock;
  readonly standStill: StandStill;
  /** Called when a webhook is on its way, and after each attempt. */
  readonly onSent: () => void;
}

/** Delays that Standard Webhooks advises: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const ADVISED_MS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000);

/** A webhook on its way. */
export interface Sending {
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
export async function deliver(sending: Sending, context: DeliveryContext): Promise<void> {
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

/** Whether an attempt was answered by 2xx. */
export function isTaken(attempt: WebhookAttempt | undefined): boolean {
  const status = attempt?.status ?? 0;
  return status >= 200 && status < 300;
}

/** Each attempt is signed anew: the time is that of the attempt, the id that of the delivery. */
export async function attemptOnce(sending: Sending, context: DeliveryContext): Promise<WebhookAttempt> {
  const { webhook, id, body, secrets, to, options, attempts } = sending;
  const { clock, model } = context;
  const signing = { id, at: clock.now(), body, secrets, scheme: model.webhookSignature };
  const headers = await atOnce(signatureHeaders(signing), clock);
  if (options.delayMs) await wait(options.delayMs, context);
  const request = new Request(to instanceof URL ? to : "https://webhooks.example.test/", {
    method: webhook.method.toUpperCase(),
    headers: body === "" ? headers : [...headers, ["content-type", "application/json"]],
    redirect: "manual",
    // JSON that says the same, in other bytes.
    ...(body !== "" && webhook.method !== "get" && { body: options.corrupt ? `${body} ` : body }),
  });
  const at = new Date(clock.now());
  const attempt = { at, ...(await answerTo(request, sending, clock)) };
  attempts.push(attempt);
  context.onSent();
  return attempt;
}

/** Waits for work that takes turns of the event loop, and no time of a clock that is advanced meanwhile. */
async function atOnce<Result>(work: Promise<Result>, clock: Clock): Promise<Result> {
  let timer: unknown;
  const wait = (): void => {
    timer = clock.setTimeout(wait, 0);
  };
  wait();
  try {
    return await work;
  } finally {
    clock.clearTimeout(timer);
  }
}

function wait(ms: number, { standStill }: DeliveryContext): Promise<void> {
  return standStill.sleep(ms, `a webhook waits ${ms} ms to be sent`);
}

/** Standard Webhooks advises to wait for 15 to 30 s. */
const TIMEOUT_MS = 30_000;

/** Sends a request; returns how it was answered, or why it was not. */
async function answerTo(
  request: Request,
  { to, options }: Sending,
  clock: Clock,
): Promise<Pick<WebhookAttempt, "status" | "error">> {
  const { fetch = (input: Request) => globalThis.fetch(input), timeoutMs = TIMEOUT_MS } = options;
  const track = workTrackerOf(clock);
  try {
    // A network takes real time, whatever clock the fake has.
    const limit = () => (timeoutMs === false ? {} : { signal: AbortSignal.timeout(timeoutMs) });
    const response = await (to instanceof URL
      ? track(() => fetch(new Request(request, limit())))
      : withinTime(async () => track(() => to(request)), timeoutMs, clock));
    await response.body?.cancel();
    return { status: response.status, error: undefined };
  } catch (error) {
    const { name, message, cause } = error as Error;
    if (name === "TimeoutError") return { status: undefined, error: `no response within ${timeoutMs} ms` };
    const why = (cause as Error | undefined)?.message;
    return { status: undefined, error: why ? `${message}: ${why}` : message };
  }
}

/** The timer is none of the work's own: as long as that sets none, a clock that advances by itself waits for it. */
async function withinTime<Result>(run: () => Promise<Result>, ms: number | false, clock: Clock): Promise<Result> {
  if (ms === false) return run();
  const late = new AbortController();
  const timer = clock.setTimeout(() => late.abort(new DOMException("too late", "TimeoutError")), ms);
  try {
    return await unlessAborted(run(), late.signal);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** Bytes that WebCrypto takes. */
type Bytes = Uint8Array<ArrayBuffer>;

/** A webhook to sign. Several secrets give several signatures, as while one is replaced. */
interface Signing extends Pick<Sending, "id" | "body" | "secrets"> {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Undefined: Standard Webhooks. */
  readonly scheme: WebhookSignature | undefined;
}

/**
 * The headers that sign a webhook.
 *
 * @throws TypeError for a secret that is none of the scheme
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function signatureHeaders({ id, at, body, secrets, scheme }: Signing): Promise<[string, string][]> {
  if (scheme !== undefined) {
    const { header, hash = "sha256", encoding = "hex", prefix = "", id: idHeader } = scheme;
    // Such a header has room for one.
    const signature = await hmac(encode(secrets[0] ?? ""), body, hash);
    const hex = [...signature].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const own: [string, string] = [header, prefix + (encoding === "hex" ? hex : toBase64(signature))];
    return idHeader === undefined ? [own] : [[idHeader, id], own];
  }
  const time = String(Math.floor(at / 1000));
  const signatures = await Promise.all(
    secrets.map(async (secret) => `v1,${toBase64(await hmac(keyOf(secret), `${id}.${time}.${body}`, "sha256"))}`),
  );
  return [
    ["webhook-id", id],
    ["webhook-timestamp", time],
    ["webhook-signature", signatures.join(" ")],
  ];
}

/** A secret of Standard Webhooks made of random numbers: 24 bytes. */
export function createSecret(random: () => number): string {
  return `whsec_${toBase64(Uint8Array.from({ length: 24 }, () => Math.floor(random() * 256)))}`;
}

/** @throws TypeError that does not quote the secret */
export function checkSecret(secret: unknown, scheme: WebhookSignature | undefined): void {
  if (typeof secret !== "string" || secret === "")
    throw new TypeError("fake.webhooks: secret: expected a non-empty string.");
  if (scheme === undefined) keyOf(secret);
}

function keyOf(secret: string): Bytes {
  const text = secret.replace(/^whsec_/, "");
  try {
    if (text !== "") return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {}
  throw new TypeError("fake.webhooks: secret: expected whsec_ followed by base64.");
}

async function hmac(key: Bytes, text: string, hash: string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: `SHA-${hash.slice(3)}` };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encode(text)));
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
