/**
 * Runtime of generated webhooks: called by `client/webhooks.ts` of a generated tree.
 *
 * @packageDocumentation
 */
export type { WebhookDelivery, WebhookHeaders, WebhookScheme } from "./delivery.ts";
export { type WebhookRefusal, WebhookVerificationError } from "./delivery.ts";
export { type UnwrapOptions, unwrapWebhook } from "./unwrap.ts";
