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
