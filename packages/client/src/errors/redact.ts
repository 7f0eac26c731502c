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

/** What errors of the network are known to hold beside their text. Others hold the address, or bytes of the answer. */
const FACTS = /^(cause|code|errno|syscall|host(name)?|address|port|socket)$/;

/**
 * The cause as it may be printed: itself, where redaction changes nothing in its text and that of its own cause, and it
 * holds nothing else; else a copy of name, code, redacted message and stack.
 */
export function redactCause(cause: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (!(cause instanceof Error) || depth > 4) return typeof cause === "string" ? clean(cause) : undefined;
  const { message, name, code } = cause as Error & { code?: unknown };
  const stack = clean(`${cause.stack}`);
  const inner = redactCause(cause.cause, clean, depth + 1);
  const isSame = inner === cause.cause && clean(message) === message && stack === cause.stack;
  if (isSame && Object.keys(cause).every((key) => FACTS.test(key))) return cause;
  return Object.assign(new Error(clean(message), { cause: inner }), { name, code, stack });
}

/** A thrown value in words: not every object has a text. */
export function wordsOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an object";
  }
}
