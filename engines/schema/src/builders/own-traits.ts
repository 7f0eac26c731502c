import type { Model, Schema } from "@svc/model";
import type { Relations, Traits } from "./types.ts";

/** Emails as tests tell them apart. */
const emailTraits = {
  html: { html_content: "<p>Your code is <b>123456</b>.</p>", text_content: "Your code is 123456." },
  plain: { html_content: null, text_content: "Your code is 123456." },
  anonymous: { sender_email: null, sender_name: null },
} as const;

interface KnownTraits {
  readonly email: typeof emailTraits;
}

/** The traits that come with the builders, where the document has what they are about. */
export type OwnTraits<B> = B extends { readonly email: unknown }
  ? KnownTraits extends Traits<B>
    ? KnownTraits
    : Record<never, never>
  : Record<never, never>;

/** Traits and relations that come with the builders of a document: those whose properties it has. */
export function ownTraits<B>(model: Model): { readonly traits: OwnTraits<B>; readonly derive: Relations<B> } {
  const hasEmail = has(model, "email", ["html_content", "text_content", "sender_email", "sender_name"]);
  const hasLogs = has(model, "networkLogs", ["batches", "total_batch_count"]);
  const count = ({ batches }: { readonly batches?: readonly unknown[] | null }) =>
    batches == null ? {} : { total_batch_count: batches.length };
  return {
    traits: (hasEmail ? { email: emailTraits } : {}) as OwnTraits<B>,
    derive: (hasLogs ? { networkLogs: count } : {}) as Relations<B>,
  };
}

function has(model: Model, builder: string, properties: readonly string[]): boolean {
  const schema: Schema | undefined = Object.values(model.schemas).find(
    ({ builderName }) => builderName === builder,
  )?.schema;
  const known = typeof schema === "object" ? (schema.properties ?? {}) : {};
  return properties.every((property) => Object.hasOwn(known, property));
}
