/**
 * Runtime of generated webhooks: called by `client/webhooks.ts` of a generated tree.
 *
 * @packageDocumentation
 */

import { checkKind, checkLimit, checkNames, invalid } from "../checks.ts";
import { type Clock, systemClock } from "../clock.ts";
import {
  bytesOf,
  decodeSignature,
  headerOf,
  hmac,
  isAnyEqual,
  plainKey,
  standardKey,
  type WebhookDelivery,
  type WebhookScheme,
  WebhookVerificationError,
} from "./delivery.ts";

/** Options of `unwrap`. */
export interface UnwrapOptions {
  /**
   * Largest allowed difference between the time of a delivery and the clock, in milliseconds, above 0; `false`: any.
   * Has no effect for schemes without a timestamp. @default 300_000
   */
  readonly toleranceMs?: number | false | undefined;
  /** Source of the time. @default the clock of the machine */
  readonly clock?: Pick<Clock, "now"> | undefined;
  /**
   * Returns whether a delivery arrived for the first time, and remembers its id; called only for correctly signed
   * deliveries. You can forget the id after `expiresAt`, when the delivery is too old; `undefined` if it never is.
   * @default none: repeated deliveries pass
   */
  readonly isNew?: ((id: string, expiresAt: Date | undefined) => boolean | Promise<boolean>) | undefined;
  /** Most bytes of a body, above 0. @default 5_242_880 */
  readonly maxBytes?: number | false | undefined;
}

interface Unwrapping {
  readonly delivery: WebhookDelivery;
  readonly secret: string | readonly string[];
  readonly options: UnwrapOptions;
  /** @default Standard Webhooks */
  readonly scheme?: WebhookScheme | undefined;
}

interface Claim {
  readonly id: string | undefined;
  /** Bytes that are signed before those of the body. */
  readonly before: Uint8Array;
  /** Epoch milliseconds; undefined where the scheme has no time. */
  readonly at: number | undefined;
  readonly signatures: readonly Uint8Array[];
}

/**
 * Verifies a webhook and returns its payload.
 *
 * @throws WebhookVerificationError for one that cannot be trusted or was received before
 * @throws ConfigurationError for an invalid secret or option, and for a body that was already parsed or read
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function unwrapWebhook<Event>({ delivery, secret, options, scheme }: Unwrapping): Promise<Event> {
  const { toleranceMs = 300_000, clock = systemClock, isNew, maxBytes = 5_242_880 } = options;
  checkNames(options, ["toleranceMs", "clock", "isNew", "maxBytes"]);
  if (isNew !== undefined) checkKind("isNew", isNew);
  const tolerance = checkLimit("toleranceMs", toleranceMs);
  const limit = checkLimit("maxBytes", maxBytes);
  const keys = toKeys(secret, scheme);
  checkKind("delivery", delivery, "object");
  const claim = scheme === undefined ? readStandard(delivery) : readDeclared(delivery, scheme);
  checkTime(claim, clock.now(), tolerance);
  const body = await bytesOf(delivery, limit);
  const content = new Uint8Array(claim.before.length + body.length);
  content.set(claim.before);
  content.set(body, claim.before.length);
  const expected = await Promise.all(keys.map((key) => hmac(key, content, scheme?.hash)));
  const { id, at } = claim;
  if (!isAnyEqual(expected, claim.signatures))
    throw new WebhookVerificationError("signature", "the signature does not match the secret and the body", id);
  if (isNew !== undefined && id !== undefined) {
    const expiresAt = at === undefined || tolerance === Infinity ? undefined : new Date(at + tolerance);
    if (!(await isNew(id, expiresAt))) throw new WebhookVerificationError("repeated", "already received", id);
  }
  return parse(body, id) as Event;
}

function toKeys(secret: string | readonly string[], scheme: WebhookScheme | undefined): Uint8Array<ArrayBuffer>[] {
  const secrets = Array.isArray(secret) ? (secret as readonly string[]) : [secret as string];
  if (secrets.length === 0) throw invalid("secret", "at least one");
  return secrets.map(scheme === undefined ? standardKey : plainKey);
}

/** Headers of the Standard Webhooks scheme: `ID.TIMESTAMP.` is signed before the body. */
function readStandard(delivery: WebhookDelivery): Claim {
  const id = needed(delivery, "webhook-id");
  const time = needed(delivery, "webhook-timestamp", id);
  const given = needed(delivery, "webhook-signature", id);
  if (!/^\d{1,12}$/.test(time))
    throw new WebhookVerificationError("header", "webhook-timestamp is not a number of seconds", id);
  const signatures = given
    .split(/,?\s+/)
    .flatMap((entry) => (entry.startsWith("v1,") ? (decodeSignature(entry.slice(3).trim(), "base64") ?? []) : []));
  if (signatures.length === 0)
    throw new WebhookVerificationError("header", "webhook-signature has no signature of version v1", id);
  return { id, before: new TextEncoder().encode(`${id}.${time}.`), at: Number(time) * 1000, signatures };
}

function readDeclared(
  delivery: WebhookDelivery,
  { header, encoding, prefix = "", id: idHeader }: WebhookScheme,
): Claim {
  const id = idHeader === undefined ? undefined : needed(delivery, idHeader);
  const given = needed(delivery, header, id).trim();
  const signature = given.startsWith(prefix) ? decodeSignature(given.slice(prefix.length), encoding) : undefined;
  if (signature === undefined)
    throw new WebhookVerificationError("header", `${header} is not a signature of the declared format`, id);
  return { id, before: new Uint8Array(), at: undefined, signatures: [signature] };
}

function needed(delivery: WebhookDelivery, name: string, id?: string): string {
  const value = headerOf(delivery, name);
  if (value !== undefined && value !== "") return value;
  throw new WebhookVerificationError("header", `the header ${name} is missing`, id);
}

function checkTime({ at, id }: Claim, now: number, tolerance: number): void {
  if (at === undefined || Math.abs(now - at) <= tolerance) return;
  const [reason, side] = at < now ? (["too-old", "past"] as const) : (["too-new", "future"] as const);
  const seconds = Math.round(Math.abs(now - at) / 1000);
  throw new WebhookVerificationError(reason, `its time is ${seconds} s in the ${side}`, id);
}

function parse(body: Uint8Array, id: string | undefined): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new WebhookVerificationError("body", "the body is not JSON", id);
  }
}

export type { WebhookDelivery, WebhookHeaders, WebhookScheme } from "./delivery.ts";
export { type WebhookRefusal, WebhookVerificationError } from "./delivery.ts";
