import { encodeBasic } from "../auth/schemes.ts";

/** What the error of a call needs to know of it. */
export interface ErrorContext {
  /** Operation id, or method and path: the message begins with it. */
  readonly operation: string;
  /** Every credential that the call has sent. */
  readonly sent: readonly { readonly [name: string]: string }[];
}

/** Removes the credentials of a call from a text; of `user:password` also the password alone. */
export function redactor({ sent }: Pick<ErrorContext, "sent">): (text: string) => string {
  const all = sent
    .flatMap(Object.values<string>)
    .flatMap((secret) => [secret, secret.slice(secret.indexOf(":") + 1), encodeBasic(secret)]);
  return (text) => redact(text, all);
}

/** An error of a call with a redacted message of at most 300 characters and a redacted cause. */
export function fromCause<Made>(
  Class: new (message: string, options: ErrorOptions) => Made,
  context: ErrorContext,
  text: string,
  cause: unknown,
): Made {
  const clean = redactor(context);
  return new Class(`${context.operation}: ${clean(text).slice(0, 300)}`, { cause: redactCause(cause, clean) });
}

/** Longest text that is looked through, and what of its end is left out: a secret may begin there. In characters. */
const MOST = 2 ** 17;
const END = 2 ** 16;

/**
 * The text without the secrets, however they are spelled, and without the query and the credentials of any address:
 * signed URLs carry their credential there. Secrets of three characters and less are none: they are in any text. The
 * time it takes grows with the text and no faster, whatever the text is.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const hidden = secrets
    // Very long patterns are refused.
    .flatMap((secret) => secret.match(/.{4,499}/gsu) ?? [])
    // One that begins another would leave the rest of it.
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replace(new RegExp(spellings(secret), "gi"), "***"), text.slice(0, MOST))
    .replace(/[^\s"<>]+/g, redactAddress);
  return text.length > MOST ? hidden.slice(0, -END) : hidden;
}

/** A character as JSON, UTF-8 in percents, or HTML may have it. Each begins and ends for sure: a text matches in one way only. */
const ENCODED = String.raw`u(?!d[c-f])[\da-f]{4}(?:\\{1,9}ud[c-f]..)?|%(?!5c)[0-7c-f][\da-f](?:%[89ab].){0,3}|&[#\w]{1,7};|[bfnrt]`;

/** A pattern for a secret as it is, and with any of its characters encoded. Each level of JSON doubles backslashes. */
function spellings(secret: string): string {
  return secret.replace(/(\\*)([^\w\\-])|\\+/gu, (part, { length } = part, char) => {
    const slashes = `(?:\\\\|%5c){${length},${9 * length + 9}}`;
    return char ? `${slashes}(?:\\${char}|${ENCODED}${char === " " ? "|\\+" : ""})` : slashes;
  });
}

/** Where names and values begin, also where they are encoded once more. Names are bounded for the time that it takes. */
const NAMED = /[?#&](?=[\w.~%[\]$:*-]{1,99}=)|%3f(?=[\w.%-]{1,99}%3d)/i;

/** A word without the `user:password@` and the query that it may have. `really?` and `(?=a)` have none. */
function redactAddress(word: string): string {
  const address = word.replace(/(\/\\*\/)[^/]*@/g, "$1***@");
  return cutAfter(/\/\\*\//.test(word) ? cutAfter(address, /\?./s) : address, NAMED);
}

function cutAfter(text: string, mark: RegExp): string {
  const end = text.search(mark) + 1;
  return end ? `${text.slice(0, end)}***` : text;
}

/** What errors of the network are known to hold beside their text. Others hold the address, or bytes of the answer. */
const FACTS = /^(cause|code|errno|syscall|host(name)?|address|port|socket)$/;

/**
 * The cause as it may be printed: itself, where redaction changes nothing in its text and that of its own causes, and it
 * holds nothing else; else a copy of name, code, redacted message and stack.
 */
export function redactCause(cause: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (!(cause instanceof Error) || depth > 4) return typeof cause === "string" ? clean(cause) : undefined;
  const { name, code, errors } = cause as Error & { code?: unknown; errors?: unknown };
  const message = clean(wordsOf(cause.message));
  const stack = clean(wordsOf(cause.stack));
  const inner = redactCause(cause.cause, clean, depth + 1);
  const isClean = (other: unknown): boolean => redactCause(other, clean, depth + 1) === other;
  const isSame = inner === cause.cause && message === cause.message && stack === cause.stack;
  if (isSame && [errors].flat().every(isClean) && Object.keys(cause).every((key) => FACTS.test(key))) return cause;
  return Object.assign(new Error(message, { cause: inner }), { name, code, stack });
}

/** A thrown value in words: not every object has a text. */
export function wordsOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an object";
  }
}
