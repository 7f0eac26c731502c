import { readBody } from "../call/read-body.ts";
import { invalid } from "../checks.ts";
import { ConfigurationError, SvcError } from "../errors/errors.ts";

/**
 * Why a webhook is refused.
 *
 * - `header`: a header is missing or cannot be read.
 * - `too-old`, `too-new`: its time differs from the clock by more than the tolerance.
 * - `signature`: it was signed with another secret, or changed on its way.
 * - `repeated`: `isNew` says that it came before.
 * - `too-large`: its body is longer than `maxBytes`.
 * - `body`: its body is no JSON, though its signature is right.
 */
export type WebhookRefusal = "header" | "too-old" | "too-new" | "signature" | "repeated" | "too-large" | "body";

/** Webhook that cannot be trusted or was received before. Shows neither the secret, a signature nor the body. */
export class WebhookVerificationError extends SvcError {
  override get name(): "WebhookVerificationError" {
    return "WebhookVerificationError";
  }
  /** Rule that the webhook broke. */
  declare readonly reason: WebhookRefusal;
  /** Id of the delivery; `undefined` if it has none. It is verified only for `repeated` deliveries. */
  declare readonly id: string | undefined;

  constructor(reason: WebhookRefusal, message: string, id?: string) {
    super(`webhook: ${message}`);
    Object.defineProperty(this, "reason", { value: reason, enumerable: true });
    if (id !== undefined) Object.defineProperty(this, "id", { value: id, enumerable: true });
  }
}

/** Headers by name, in any case: `Headers`, or the objects of Node.js and its frameworks. */
export type WebhookHeaders =
  | {
      /** The value of a header, whatever its case. */
      get(name: string): string | null | undefined;
    }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** A webhook as received, such as a `Request`. */
export interface WebhookDelivery {
  /** The body exactly as sent: a body that was parsed and serialized again has another signature. */
  readonly body: string | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | null | undefined;
  /** Headers of the request: id, time and signatures are among them. */
  readonly headers: WebhookHeaders;
}

/** Reads a header. Several of one name are one text. @throws ConfigurationError where there are no headers */
export function headerOf({ headers }: WebhookDelivery, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null) throw invalid("headers", "the headers of the request");
  if (typeof headers.get === "function") return (headers.get(name) as string | null) ?? undefined;
  const found = Object.entries(headers as object).find(([key]) => key.toLowerCase() === name.toLowerCase());
  const value: unknown = found?.[1];
  return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : undefined;
}

/**
 * Bytes of the body.
 *
 * @throws ConfigurationError for a body that was parsed or read before
 * @throws WebhookVerificationError for a body that is too long
 */
export async function bytesOf({ body }: WebhookDelivery, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (body instanceof ReadableStream && body.locked)
    throw new ConfigurationError("body: already read; pass its text or bytes");
  const bytes = body instanceof ReadableStream ? await readBody({ body }, maxBytes) : toBytes(body);
  if (bytes === undefined || (bytes as Uint8Array).length > maxBytes) throw tooLarge(maxBytes);
  return toBytes(bytes as Uint8Array);
}

function toBytes(body: Exclude<WebhookDelivery["body"], ReadableStream>): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body === null || body === undefined) return new Uint8Array();
  throw invalid("body", "the body as it was sent, as text or bytes; verify before anything parses it");
}

function tooLarge(maxBytes: number): WebhookVerificationError {
  return new WebhookVerificationError("too-large", `the body is longer than ${maxBytes} bytes`);
}

/** How the service signs its webhooks, as the document declares it (`x-svc-webhook-signature`): an HMAC of the body. */
export interface WebhookScheme {
  /** Name of the header that carries the signature. */
  readonly header: string;
  /** Hash of the HMAC. @default "sha256" */
  readonly hash?: "sha256" | "sha384" | "sha512" | undefined;
  /** How the signature is written. @default "hex" */
  readonly encoding?: "hex" | "base64" | undefined;
  /** Text before the signature: `sha256=`. @default "" */
  readonly prefix?: string | undefined;
  /** Name of the header that carries the id of the delivery. @default none */
  readonly id?: string | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A key of the Standard Webhooks scheme: base64, after `whsec_` or alone. @throws ConfigurationError */
export function standardKey(secret: unknown): Bytes {
  const text = typeof secret === "string" ? secret.replace(/^whsec_/, "") : "";
  const key = text === "" ? undefined : fromBase64(text);
  if (key === undefined) throw invalid("secret", "whsec_ followed by base64");
  return key;
}

/** A key of a declared scheme: the text as it is. @throws ConfigurationError */
export function plainKey(secret: unknown): Bytes {
  if (typeof secret !== "string" || secret === "") throw invalid("secret", "a non-empty string");
  return new TextEncoder().encode(secret);
}

/** HMAC by WebCrypto, which Node.js, browsers and workers have. */
export async function hmac(key: Bytes, content: Bytes, hash: WebhookScheme["hash"] = "sha256"): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: `SHA-${hash.slice(3)}` };
  const { subtle } = crypto;
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, content));
}

/** Whether one of the expected signatures is among the given ones. Compares all bytes of all of them, whatever they are. */
export function isAnyEqual(expected: readonly Uint8Array[], given: readonly Uint8Array[]): boolean {
  let isFound = 0;
  for (const one of expected) for (const other of given) isFound |= isEqual(one, other);
  return isFound === 1;
}

function isEqual(a: Uint8Array, b: Uint8Array): 0 | 1 {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0 ? 1 : 0;
}

/** Bytes of a signature; undefined where the text is none. */
export function decodeSignature(text: string, encoding: WebhookScheme["encoding"]): Bytes | undefined {
  if (encoding === "base64") return fromBase64(text);
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Bytes | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}
