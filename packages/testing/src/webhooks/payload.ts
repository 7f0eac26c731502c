import { encodeLenientJson } from "@svc/fastapi-validation";
import {
  allowsJson,
  type Json,
  type Model,
  nameHelp,
  preferredContent,
  serviceRequests,
  type Webhook,
} from "@svc/model/data";
import { generate, type Validate } from "@svc/schema";
import { parseExact } from "../fake/answer/content.ts";

/** Document and strictness by which payloads are made and checked. */
export interface PayloadContext {
  readonly model: Model;
  readonly validate: Validate;
  /** Whether a given payload has to be valid for the document. */
  readonly strict: boolean;
}

/** A webhook to make a payload for. */
export interface PayloadSource {
  /** Undefined: one is built. */
  readonly given: unknown;
  /** Parts that a built payload has. @default none */
  readonly overrides?: unknown;
  readonly seed: string;
  /** Epoch milliseconds: built times are before it. */
  readonly now: number;
}

/** The webhook with a name. @throws TypeError that lists the names there are */
export function webhookOf(model: Model, name: string): Webhook {
  const all = serviceRequests(model);
  const found = all.find((webhook) => webhook.name === name);
  if (found !== undefined) return found;
  const names = [...new Set(all.map((webhook) => webhook.name))];
  const known = names.length === 0 ? "the document has none." : nameHelp(name, names);
  throw new TypeError(`fake.webhooks.send: unknown webhook ${JSON.stringify(name)}; ${known}`);
}

/**
 * Payload of a webhook as JSON text; empty where it has none.
 *
 * @throws TypeError for a given payload that the document does not allow, and where none can be built
 */
export function payloadOf(
  { name, body }: Webhook,
  { given, overrides, seed, now }: PayloadSource,
  { model, validate, strict }: PayloadContext,
): string {
  const content = preferredContent(body?.content ?? []);
  if (content !== undefined && !allowsJson(content.mediaType))
    throw new TypeError(`fake.webhooks.send: ${name}: is ${content.mediaType}; only JSON can be sent.`);
  const { schema } = content ?? {};
  if (given !== undefined) {
    const text = encodeLenientJson(given);
    const [issue] = schema === undefined || !strict ? [] : validate(schema, parseExact(text));
    if (issue === undefined) return text;
    const place = issue.pointer || "the payload";
    throw new TypeError(`fake.webhooks.send: ${name}: ${place}: ${issue.message}.`);
  }
  if (schema === undefined) return content === undefined ? "" : "{}";
  const making = { schemas: model.schemas, seed, now, direction: "response", exact: true } as const;
  const made = generate(schema, { ...making, overrides });
  if (made === undefined) throw new TypeError(`fake.webhooks.send: ${name}: no payload can be built; pass one.`);
  return encodeLenientJson(named(made, name, (value) => validate(schema, value).length === 0));
}

/** Standard Webhooks calls the event by `type`: where the document leaves that open, it is the webhook's name. */
function named(payload: Json, name: string, isValid: (value: unknown) => boolean): Json {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  if (typeof (payload as { readonly type?: unknown }).type !== "string") return payload;
  const own = { ...payload, type: name };
  return isValid(own) ? own : payload;
}
