import type { WebhookSignature } from "@svc/model/data";

/** Bytes that WebCrypto takes. */
type Bytes = Uint8Array<ArrayBuffer>;

/** A webhook to sign. */
export interface Signing {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly body: string;
  /** Several give several signatures, as while a secret is replaced. */
  readonly secrets: readonly string[];
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
    const own: [string, string] = [header, prefix + (encoding === "hex" ? toHex(signature) : toBase64(signature))];
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
  const isText = typeof secret === "string" && secret !== "";
  if (!isText) throw new TypeError("fake.webhooks: secret: expected a non-empty string.");
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

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
