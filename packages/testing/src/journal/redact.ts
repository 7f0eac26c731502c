/** Headers that carry credentials in every service. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
]);

/** Fields of the token endpoint's bodies (RFC 6749, sections 4.3 to 6) that nobody may read in a journal. */
const SECRET_FIELDS = /("(?:access_token|refresh_token|password|client_secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;
const SECRET_FIELD = /^(?:access_token|refresh_token|password|client_secret)$/;

/** Stands for a value that the journal does not keep. */
export const REDACTED = "[redacted]";

/** Whether a header or field of this name carries a credential in every service. */
export function isSecretName(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || SECRET_FIELD.test(name);
}

/** Headers for the journal: by lower-case name, repeats joined, credentials replaced. */
export function redactHeaders(
  headers: readonly (readonly [string, string])[],
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const shown = SECRET_HEADERS.has(key) || secretNames.has(key) ? redactCredential(value) : value;
    recorded[key] = Object.hasOwn(recorded, key) ? `${recorded[key]}, ${shown}` : shown;
  }
  return recorded;
}

/** The target with the values of secret query parameters replaced. */
export function redactTarget(target: string, secretNames: ReadonlySet<string>): string {
  const mark = target.indexOf("?");
  if (mark === -1 || secretNames.size === 0) return target;
  return `${target.slice(0, mark)}?${redactForm(target.slice(mark + 1), (name) => secretNames.has(name.toLowerCase()))}`;
}

/** A body's text without the credentials of the token endpoint. */
export function redactBody(text: string, contentType: string | undefined): string {
  if (!contentType?.includes("x-www-form-urlencoded")) {
    // Most bodies have none: this finds out in a tenth of the time.
    const mayHave = text.includes('_token"') || text.includes('password"') || text.includes('_secret"');
    return mayHave ? text.replace(SECRET_FIELDS, `$1"${REDACTED}"`) : text;
  }
  return redactForm(text, (name) => /^(?:password|refresh_token|client_secret)$/.test(name));
}

function redactForm(text: string, isSecret: (name: string) => boolean): string {
  const pairs = text.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return isSecret(name) ? `${name}=${REDACTED}` : pair;
  });
  return pairs.join("&");
}

/** Keeps the scheme: `Bearer [redacted]`. */
function redactCredential(value: string): string {
  const scheme = /^[A-Za-z][\w-]* (?=\S)/.exec(value)?.[0] ?? "";
  return scheme + REDACTED;
}
