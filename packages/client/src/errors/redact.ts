/** The text without the secrets, and without the query of any address: signed URLs carry their credential there. */
export function redact(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => (secret.length > 3 ? rest.replaceAll(secret, "***") : rest), text);
  return hidden.replace(/(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, "$1?***");
}

/**
 * The cause as it may be printed: itself, where redaction changes nothing in its text and that of its own causes; else
 * a copy of name, code and redacted message.
 */
export function redactCause(cause: unknown, clean: (text: string) => string): unknown {
  if (!(cause instanceof Error)) return typeof cause === "string" ? clean(cause) : cause;
  const { message, stack = "", name } = cause;
  const inner = redactCause(cause.cause, clean);
  if (inner === cause.cause && clean(message + stack) === message + stack) return cause;
  const copy = new Error(clean(message), inner === undefined ? undefined : { cause: inner });
  return Object.assign(copy, { name, code: (cause as { code?: unknown }).code, stack: clean(stack) });
}
