/** Base64 of the UTF-8 bytes. @see https://www.rfc-editor.org/rfc/rfc7617#section-2.1 */
export function encodeBasic(pair: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(pair)));
}

export interface ErrorContext {
  readonly operation: string;
  /** Row of the operation, where the document has it. */
  readonly row?: { readonly name: string } | undefined;
  /** Every credential that the call has sent. */
  readonly sent: readonly { readonly [name: string]: string }[];
}

/** Name of a call in messages: the method that was called, else the operation. */
export function nameOf({ operation, row }: Omit<ErrorContext, "sent">): string {
  return row?.name ?? operation;
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
  return new Class(`${nameOf(context)}: ${printable(clean(text)).slice(0, 300)}`, {
    cause: redactCause(cause, clean),
  });
}

/** Text of a peer on one line: line feeds would forge lines of a log, and escape sequences drive the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (char) =>
    char === "\n" ? "\\n" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Characters of a longer text that are searched, and of those the ones at the end that are dropped: a secret may begin there. */
const MOST = 2 ** 17;
const END = 2 ** 16;

/**
 * The text without the secrets in any encoding, and without the query and the credentials of any URL: signed URLs carry
 * their credential there. Secrets of three characters and less are not removed: they are in any text. Takes linear time.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const hidden = hide(text.slice(0, MOST), secrets).replace(/[^\s"<>]+/g, redactAddress);
  return text.length > MOST ? hidden.slice(0, -END) : hidden;
}

export function hide(text: string, secrets: readonly string[]): string {
  return (
    secrets
      // Runtimes refuse very long patterns.
      .flatMap((secret) => secret.match(/.{4,499}/gsu) ?? [])
      // Longest first: a secret may begin with another.
      .sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replace(new RegExp(spellings(secret), "gi"), "***"), text)
  );
}

/** A character as JSON, percent-encoding or HTML may encode it. Unambiguous, so that a text matches in one way only. */
const ENCODED = String.raw`u(?!d[c-f])[\da-f]{4}(?:\\{1,9}ud[c-f]..)?|%(?!5c)[0-7c-f][\da-f](?:%[89ab].){0,3}|&[#\w]{1,7};|[bfnrt]`;

/** A pattern for a secret with any of its characters encoded. Each level of JSON doubles backslashes. */
function spellings(secret: string): string {
  return secret.replace(/(\\*)([^\w\\-])|\\+/gu, (part, { length } = part, char) => {
    const slashes = `(?:\\\\|%5c){${length},${9 * length + 9}}`;
    return char ? `${slashes}(?:\\${char}|${ENCODED}${char === " " ? "|\\+" : ""})` : slashes;
  });
}

/** Begin of a query, also if it is encoded once more. The length of names is limited to bound the time. */
const NAMED = /[?#&](?=[\w.~%[\]$:*-]{1,99}=)|%3f(?=[\w.%-]{1,99}%3d)/i;

/** Removes `user:password@` and the query from a word. `really?` and `(?=a)` have none. */
function redactAddress(word: string): string {
  const address = word.replace(/(\/\\*\/)[^/]*@/g, "$1***@");
  return cutAfter(/\/\\*\//.test(word) ? cutAfter(address, /\?./s) : address, NAMED);
}

function cutAfter(text: string, mark: RegExp): string {
  const end = text.search(mark) + 1;
  return end ? `${text.slice(0, end)}***` : text;
}

/** Properties of network errors that hold no secret. Others may hold the URL, or bytes of the response. */
const FACTS = /^(cause|code|errno|syscall|host(name)?|address|port|socket)$/;

/**
 * A cause that may be printed: the same object if redaction changes nothing in it and in its own causes; otherwise a copy
 * with name, code, redacted message and stack.
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

/** A thrown value as text: not every object can be converted. */
export function wordsOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an object";
  }
}
