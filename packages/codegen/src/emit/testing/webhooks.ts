import { bodyKind, type Json, type Model, preferredContent, serviceRequests, type Webhook } from "@svc/model";
import { type Code, comment, join, key, literal, str, tag, ts } from "../../quote/index.ts";
import { schemaType } from "../schema-type.ts";
import type { Target } from "../target.ts";

/** `client/webhooks.ts`: the payloads of what the service sends, and the function that verifies one. */
export function emitWebhooks(model: Model, target: Target): Code {
  const all = webhookPayloads(model);
  const names = new Set(model.webhooks?.map(({ name }) => name));
  const payloads = all.filter(({ name }) => names.has(name));
  const callbacks = all.filter(({ name }) => !names.has(name));
  const from = str(target.runtimes.webhooks);
  const isTyped = payloads.length > 0;
  const bound = [ts`WebhookEvent`, ...(callbacks.length > 0 ? [ts`CallbackEvents[keyof CallbackEvents]`] : [])];
  const scheme = model.webhookSignature;
  const given = [ts`delivery`, ts`secret`, ts`options`];
  if (scheme !== undefined) given.push(ts`scheme: ${literal(scheme as unknown as Json)}`);
  const text = `Verifies a webhook, ${describeScheme(model)}, and returns its payload. \`delivery\` is a \`Request\`, or its body as it was sent and its headers; of several secrets any may have signed it. The type narrows by what tells the payloads apart; where the address tells it, name it: \`unwrap<WebhookEvents["..."]>\`.`;
  return ts`
    ${target.banner}
    import { type UnwrapOptions, unwrapWebhook, type WebhookDelivery } from ${from};
    ${all.some(({ type }) => /\bt\./.test(type)) ? [ts`import type * as t from ${str(target.types)};`] : []}
    export { type UnwrapOptions, type WebhookDelivery, type WebhookHeaders, type WebhookRefusal, WebhookVerificationError } from ${from};

    ${comment("Payloads of the webhooks with JSON bodies, by name.")}
    export interface WebhookEvents {
      ${emitPayloads(payloads)}
    }
    ${
      callbacks.length === 0
        ? []
        : [
            ts`

              ${comment("Payloads of the callbacks with JSON bodies, as `operation.callback`.")}
              export interface CallbackEvents {
                ${emitPayloads(callbacks)}
              }`,
          ]
    }

    ${comment(isTyped ? "Payload of any webhook." : "Payload of any webhook: the document describes none.")}
    export type WebhookEvent = ${isTyped ? ts`WebhookEvents[keyof WebhookEvents]` : ts`unknown`};

    ${comment(
      text,
      tag("throws", "WebhookVerificationError for one that is not to be trusted, or that came before"),
      tag(
        "throws",
        "ConfigurationError for an invalid secret or option, and for a body that was parsed or read before",
      ),
    )}
    export function unwrap<Event extends ${join(bound, " | ")} = WebhookEvent>(delivery: WebhookDelivery, secret: string | readonly string[], options: UnwrapOptions = {}): Promise<Event> {
      return unwrapWebhook<Event>({ ${join(given, ", ")} });
    }
  `;
}

/** `WebhookTypes` of the fake: what it sends, by name. */
export function emitWebhookTypes(model: Model): Code {
  return ts`
    /** Payloads of the webhooks that the fake can send, by name; those of callbacks as \`operation.callback\`. */
    export interface WebhookTypes {
      ${emitPayloads(webhookPayloads(model))}
    }`;
}

interface Payload {
  readonly name: string;
  readonly type: Code;
  readonly webhooks: readonly Webhook[];
}

function emitPayloads(payloads: readonly Payload[]): Code[] {
  return payloads.map(({ name, type, webhooks }) => {
    const text = webhooks.flatMap(({ summary, description }) => description ?? summary ?? []).join("\n\n");
    return ts`
      ${text === "" ? [] : [comment(text)]}
      ${key(name)}: ${type};`;
  });
}

/** Payloads of the webhooks with a JSON body or none: `unwrap` reads no others. */
function webhookPayloads(model: Model): Payload[] {
  const byName = new Map<string, Webhook[]>();
  for (const webhook of serviceRequests(model)) {
    const content = preferredContent(webhook.body?.content ?? []);
    // openapi-typescript knows no QUERY.
    if (webhook.method === "query" || (content !== undefined && bodyKind(content.mediaType) !== "json")) continue;
    byName.set(webhook.name, [...(byName.get(webhook.name) ?? []), webhook]);
  }
  return [...byName].map(([name, webhooks]) => {
    const types = new Set(webhooks.flatMap((webhook) => payloadTypes(webhook, model)));
    return { name, webhooks, type: join([...types], " | ") };
  });
}

function payloadTypes({ name, method, body }: Webhook, model: Model): Code[] {
  const content = preferredContent(body?.content ?? []);
  if (body === undefined || content === undefined) return [ts`undefined`];
  const lookup = ts`NonNullable<t.webhooks[${str(name)}][${str(method)}]["requestBody"]>["content"][${str(content.mediaType)}]`;
  const type = content.schema === undefined ? ts`unknown` : schemaType(content.schema, model, lookup);
  return body.required ? [type] : [type, ts`undefined`];
}

function describeScheme({ webhookSignature: scheme }: Model): string {
  return scheme === undefined ? "signed as Standard Webhooks are" : `signed in the header \`${scheme.header}\``;
}
