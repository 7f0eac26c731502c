/** Where webhooks go: an address, or a function that answers. */
export type WebhookTarget = string | URL | ((request: Request) => Response | Promise<Response>);

/** Names of webhooks; any text where the document has none that are typed. */
export type WebhookName<Events> = [keyof Events] extends [never] ? string : keyof Events & string;

/** The payload of a webhook. */
export type WebhookPayload<Events, Name> = Name extends keyof Events ? Events[Name] : unknown;

/** Options of `fake.webhooks.send`. */
export interface SendOptions {
  /** @default the option `webhooks.to` of the fake */
  readonly to?: WebhookTarget | undefined;
  /**
   * Secret of the scheme: for Standard Webhooks base64 after `whsec_`. Several sign side by side.
   * @default the option `webhooks.secret` of the fake, else {@link Webhooks.secret}
   */
  readonly secret?: string | readonly string[] | undefined;
  /** Id of the delivery. @default an id that was not used before */
  readonly id?: string | undefined;
  /**
   * Milliseconds of the fake's clock between attempts, as long as the answer is neither 2xx nor 410; `true`: those that
   * Standard Webhooks advises, over three days.
   * @default the option `webhooks.retry` of the fake, else false: one attempt
   */
  readonly retry?: boolean | readonly number[] | undefined;
  /**
   * Longest time for an answer in milliseconds, or `false`: no limit. Of an address it is real time, of a function time of
   * the fake's clock. @default 30_000
   */
  readonly timeoutMs?: number | false | undefined;
  /** How often the delivery is sent once more after it was taken, with the same id, from 0 to 1,000, `retry` included. @default 0 */
  readonly repeat?: number | undefined;
  /** Milliseconds of the fake's clock between signing and sending. @default 0 */
  readonly delayMs?: number | undefined;
  /** Signs by a secret that nobody knows. @default false */
  readonly forge?: boolean | undefined;
  /** Changes the body after it was signed. @default false */
  readonly corrupt?: boolean | undefined;
  /** Sends to an address. @default the `fetch` of the platform */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** An attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** Time of sending, on the fake's clock. */
  readonly at: Date;
  /** Status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** Why there was no answer; undefined where there was one. */
  readonly error: string | undefined;
}

/** A webhook that the fake has sent, without secret and signature. */
export interface SentWebhook {
  /** Id of the message: the same for all attempts. */
  readonly id: string;
  /** Name in the document; `operation.callback` for callbacks. */
  readonly name: string;
  /** Address without query and credentials; undefined where it went to a function. */
  readonly to: string | undefined;
  /** The payload as it was signed; undefined where there is none. */
  readonly payload: unknown;
  /** Attempts in order. */
  readonly attempts: readonly WebhookAttempt[];
  /** Whether the last attempt was answered by 2xx. */
  readonly isDelivered: boolean;
}

/** The webhooks of a fake. */
export interface Webhooks<Events = Record<never, never>> {
  /** Secret by which webhooks are signed where no other is given: the same for the same seed. */
  readonly secret: string;
  /** Every webhook that was sent, in the order of sending. The last 50,000 are kept. `fake.reset()` forgets them. */
  readonly deliveries: readonly SentWebhook[];
  /**
   * Signs and sends a webhook, and resolves after the last attempt, also of one that was not taken.
   *
   * @param payload undefined: one is built by the document, another one each time
   * @throws TypeError for a name that the document does not have, a payload that it does not allow, an invalid option, and
   *   where there is nowhere to send
   */
  send<Name extends WebhookName<Events>>(
    name: Name,
    payload?: WebhookPayload<Events, Name>,
    options?: SendOptions,
  ): Promise<SentWebhook>;
  /**
   * Sends a delivery once more: with the same id and payload, to the same place, signed anew.
   *
   * @throws TypeError where there is no delivery with this id
   */
  resend(id: string): Promise<SentWebhook>;
  /** Resolves when every webhook is delivered, or given up, that the fake has begun to send. */
  idle(): Promise<void>;
}

/**
 * Where webhooks go and by which secret, unless `send` says otherwise. With a place, those are sent by themselves that
 * `webhooks` of `x-svc-resource` declares.
 */
export interface WebhookDefaults {
  /** @default none: `send` has to say it, and nothing is sent by itself */
  readonly to?: WebhookTarget | undefined;
  /** @see SendOptions.secret */
  readonly secret?: string | readonly string[] | undefined;
  /** @see SendOptions.retry @default false */
  readonly retry?: boolean | readonly number[] | undefined;
}
