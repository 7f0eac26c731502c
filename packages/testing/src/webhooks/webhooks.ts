/** Target of webhooks: an address, or a function that responds. */
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
   * Milliseconds of the fake's clock between attempts, while the response is neither 2xx nor 410; `true`: the delays
   * that Standard Webhooks recommends, over three days. @default the option `webhooks.retry` of the fake, else false:
   * one attempt
   */
  readonly retry?: boolean | readonly number[] | undefined;
  /**
   * Longest wait for a response in milliseconds, or `false`: no limit. Real time for an address, the fake's clock for a
   * function. @default 30_000
   */
  readonly timeoutMs?: number | false | undefined;
  /**
   * How often to send the delivery again after it was accepted, with the same id, from 0 to 1,000, `retry` included.
   * @default 0
   */
  readonly repeat?: number | undefined;
  /** Milliseconds of the fake's clock between signing and sending. @default 0 */
  readonly delayMs?: number | undefined;
  /** Signs with another, unknown secret. @default false */
  readonly forge?: boolean | undefined;
  /** Changes the body after signing. @default false */
  readonly corrupt?: boolean | undefined;
  /** Sends to an address. @default the `fetch` of the platform */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** An attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** Time of sending, on the fake's clock. */
  readonly at: Date;
  /** Status of the response; `undefined` if there was none. */
  readonly status: number | undefined;
  /** Why there was no response; `undefined` if there was one. */
  readonly error: string | undefined;
}

/** A webhook that the fake sent, without secret and signature. */
export interface SentWebhook {
  /** Id of the message: the same for all attempts. */
  readonly id: string;
  /** Name in the document; `operation.callback` for callbacks. */
  readonly name: string;
  /** Address without query and credentials; `undefined` if it was sent to a function. */
  readonly to: string | undefined;
  /** The signed payload; `undefined` if there is none. */
  readonly payload: unknown;
  /** Attempts in order. */
  readonly attempts: readonly WebhookAttempt[];
  /** Whether the last attempt got a 2xx. */
  readonly isDelivered: boolean;
}

/** The webhooks of a fake. */
export interface Webhooks<Events = Record<never, never>> {
  /** Default secret for signing webhooks: the same for the same seed. */
  readonly secret: string;
  /** The last 50,000 webhooks sent, in order. `fake.reset()` clears them. */
  readonly deliveries: readonly SentWebhook[];
  /**
   * Signs and sends a webhook. Resolves after the last attempt, even if it was not accepted.
   *
   * @param payload if `undefined`, one is built from the document, another one each time
   * @throws TypeError for a name that the document does not have, a payload that it does not allow, an invalid option,
   * and if there is no address
   */
  send<Name extends WebhookName<Events>>(
    name: Name,
    payload?: WebhookPayload<Events, Name>,
    options?: SendOptions,
  ): Promise<SentWebhook>;
  /**
   * Sends a delivery again with the same id and payload to the same address, signed anew.
   *
   * @throws TypeError if there is no delivery with this id
   */
  resend(id: string): Promise<SentWebhook>;
  /** Resolves when every webhook that the fake started to send was delivered or given up. */
  idle(): Promise<void>;
}

/**
 * Default address and secret of webhooks. If it has an address, the fake sends the webhooks by itself that `webhooks`
 * of `x-svc-resource` declares.
 */
export interface WebhookDefaults {
  /** Address, or a function that receives the webhooks. @default none: pass it to `send`; nothing is sent by itself */
  readonly to?: WebhookTarget | undefined;
  /** @see SendOptions.secret */
  readonly secret?: string | readonly string[] | undefined;
  /** @see SendOptions.retry @default false */
  readonly retry?: boolean | readonly number[] | undefined;
}
