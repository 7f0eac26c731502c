import { encodeBasic } from "../auth/encode-basic.ts";

/**
 * Removes secrets from text, and the query of any address: signed URLs carry their credential there. Secrets are
 * removed as they are and in their encodings.
 */
export function redactor({ sent }: { readonly sent: { readonly [scheme: string]: string } }): (text: string) => string {
  const secrets = Object.values(sent).flatMap((secret) => [secret, encodeURIComponent(secret), encodeBasic(secret)]);
  return (text) => redact(text, secrets);
}

/** An error of a call with a redacted cause; the message tells it, bounded. */
export function fromCause<Made>(
  Class: new (message: string, options: ErrorOptions) => Made,
  call: { readonly operation: string; readonly sent: { readonly [scheme: string]: string } },
  [text, cause]: readonly [text: string, cause: unknown],
): Made {
  const clean = redactor(call);
  return new Class(`${call.operation}: ${clean(text).slice(0, 300)}`, { cause: redactCause(cause, clean) });
}

/** The text without the secrets. Those of three characters and less are none: they are in any text. */
export function redact(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => (secret.length > 3 ? rest.replaceAll(secret, "***") : rest), text);
  return hidden.replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, "$1?***");
}

/**
 * The cause as it may be printed: itself, where redaction changes nothing in its text and that of its own cause; else
 * a copy of name, code and redacted message.
 */
export function redactCause(cause: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (!(cause instanceof Error) || depth > 4) return typeof cause === "string" ? clean(cause) : undefined;
  const { message, stack, name } = cause;
  const inner = redactCause(cause.cause, clean, depth + 1);
  if (inner === cause.cause && clean(message) === message && clean(`${stack}`) === stack) return cause;
  return Object.assign(new Error(clean(message), { cause: inner }), { name, code: (cause as { code?: unknown }).code });
}
