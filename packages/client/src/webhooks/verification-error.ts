import { SvcError } from "../errors/errors.ts";

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

/** Webhook that cannot be trusted, or that came before. Shows neither the secret nor a signature nor the body. */
export class WebhookVerificationError extends SvcError {
  override get name(): "WebhookVerificationError" {
    return "WebhookVerificationError";
  }
  /** Rule that the webhook broke. */
  declare readonly reason: WebhookRefusal;
  /** Id of the delivery; undefined where it has none. Only that of a `repeated` one is known to be true. */
  declare readonly id: string | undefined;

  constructor(reason: WebhookRefusal, message: string, id?: string) {
    super(`webhook: ${message}`);
    Object.defineProperty(this, "reason", { value: reason, enumerable: true });
    if (id !== undefined) Object.defineProperty(this, "id", { value: id, enumerable: true });
  }
}
