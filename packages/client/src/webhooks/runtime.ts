/**
 * Runtime of generated webhooks: called by `client/webhooks.ts` of a generated tree.
 *
 * @packageDocumentation
 */
export type { WebhookDelivery, WebhookHeaders } from "./delivery.ts";
export { type WebhookRefusal, WebhookVerificationError } from "./delivery.ts";
export type { WebhookScheme } from "./signature.ts";
export { type UnwrapOptions, unwrapWebhook } from "./unwrap.ts";
