import { type CredentialNames, REDACTED } from "./secret-names.ts";

/** Secret fields in bodies of the token endpoint (RFC 6749, sections 4.3 to 6). */
const SECRET_FIELDS = /("(?:access_token|refresh_token|password|client_secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/** Headers for the journal: by lower-case name, repeats joined, credentials replaced. */
export function redactHeaders(
  headers: readonly (readonly [string, string])[],
  { isSecret }: CredentialNames,
): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const shown = isSecret(key) ? redactCredential(key, value) : value;
    recorded[key] = Object.hasOwn(recorded, key) ? `${recorded[key]}, ${shown}` : shown;
  }
  return recorded;
}

/** The target with the values of secret query parameters replaced. */
export function redactTarget(target: string, { isSecret }: CredentialNames): string {
  const mark = target.indexOf("?");
  if (mark === -1) return target;
  return `${target.slice(0, mark)}?${redactForm(target.slice(mark + 1), isSecret)}`;
}

/** A body's text without the credentials of the token endpoint. */
export function redactBody(text: string, contentType: string | undefined, { isSecret }: CredentialNames): string {
  if (!contentType?.includes("x-www-form-urlencoded")) {
    // Most bodies have none, which this finds in a tenth of the time.
    const mayHave = text.includes('_token"') || text.includes('password"') || text.includes('_secret"');
    return mayHave ? text.replace(SECRET_FIELDS, `$1"${REDACTED}"`) : text;
  }
  return redactForm(text, isSecret);
}

function redactForm(text: string, isSecret: (name: string) => boolean): string {
  const pairs = text.split("&").map((pair) => {
    const end = pair.indexOf("=");
    const name = end === -1 ? pair : pair.slice(0, end);
    return isSecret(plainField(name)) ? `${name}=${REDACTED}` : pair;
  });
  return pairs.join("&");
}

/** The name of a field, which may be encoded. */
function plainField(name: string): string {
  return /[%+]/.test(name) ? ([...new URLSearchParams(name).keys()][0] ?? name) : name;
}

/** Keeps the scheme (`Bearer [redacted]`), in headers that must have one: elsewhere it may be part of the credential. */
function redactCredential(name: string, value: string): string {
  const scheme = name.endsWith("authorization") ? /^[A-Za-z][\w-]* (?=\S)/.exec(value)?.[0] : undefined;
  return (scheme ?? "") + REDACTED;
}
