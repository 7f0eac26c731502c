// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import { type UnwrapOptions, unwrapWebhook, type WebhookDelivery } from "../webhooks/runtime.ts";
export {
  type UnwrapOptions,
  type WebhookDelivery,
  type WebhookHeaders,
  type WebhookRefusal,
  WebhookVerificationError,
} from "../webhooks/runtime.ts";

/** Payloads of the webhooks with JSON bodies, by name. */
export interface WebhookEvents {}

/** Payload of any webhook: the document describes none. */
export type WebhookEvent = unknown;

/**
 * Verifies a webhook, signed as Standard Webhooks are, and returns its payload. `delivery` is a `Request`, or its body
 * as it was sent and its headers; of several secrets any may have signed it. The type narrows by what tells the
 * payloads apart; where the address tells it, name it: `unwrap<WebhookEvents["..."]>`.
 * @throws WebhookVerificationError for one that is not to be trusted, or that came before
 * @throws ConfigurationError for an invalid secret or option, and for a body that was parsed or read before
 */
export function unwrap<Event extends WebhookEvent = WebhookEvent>(
  delivery: WebhookDelivery,
  secret: string | readonly string[],
  options: UnwrapOptions = {},
): Promise<Event> {
  return unwrapWebhook<Event>({ delivery, secret, options });
}
