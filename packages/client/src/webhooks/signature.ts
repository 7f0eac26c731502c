import { invalid } from "../checks.ts";

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
  if (typeof secret !== "string" || secret === "") throw invalid("secret", "a text that is not empty");
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
