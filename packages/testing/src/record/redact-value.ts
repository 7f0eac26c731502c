/** Stands for a value that is not recorded. */
export const REDACTED = "[redacted]";

/** What is taken out of answers. */
export interface Secrets {
  /** Field, header and parameter names, as {@link plainName} writes them. */
  readonly names: ReadonlySet<string>;
  /** Credentials that were sent: replaced wherever they come back. */
  readonly literals: readonly string[];
}

/** Names of fields that hold credentials, cookies or the bodies of mails, in every spelling. */
export const SECRET_NAMES: readonly string[] = [
  ...[
    "authorization",
    "proxy_authorization",
    "cookie",
    "set_cookie",
    "x_api_key",
    "api_key",
    "access_key",
    "secret_key",
  ],
  ...["password", "passwd", "passphrase", "secret", "client_secret", "private_key", "credential", "credentials"],
  ...["token", "access_token", "refresh_token", "id_token", "auth_token", "session_token", "csrf_token", "bearer"],
  ...["otp", "totp", "mfa_secret", "pin", "cvv", "card_number", "signature", "sig", "jwt"],
  ...["text_content", "html_content"],
];

/** Names without case, hyphens and underscores: `X-Api-Key`, `x_api_key` and `xApiKey` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A value without what is secret: by names, by shape (cookies, name and value pairs), and in its texts. */
export function redactValue(value: unknown, secrets: Secrets, isSecret = false): unknown {
  if (typeof value === "string") return isSecret && value !== "" ? REDACTED : redactText(value, secrets);
  if (typeof value === "number") return isSecret ? 0 : value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, isSecret));
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  const hidesValue = isSecretPair(record, secrets);
  const entries = Object.entries(record).map(([key, item]) => {
    const name = plainName(key);
    const isHidden = isSecret || secrets.names.has(name) || (hidesValue && name === "value");
    return [redactText(key, secrets), redactValue(item, secrets, isHidden)];
  });
  return Object.fromEntries(entries);
}

/** A cookie (a name and a value, with what only cookies have), or a pair such as a header whose name is a secret one's. */
function isSecretPair(record: Record<string, unknown>, { names }: Secrets): boolean {
  if (!Object.hasOwn(record, "name") || !Object.hasOwn(record, "value")) return false;
  const isCookie =
    Object.keys(record).length === 2 || Object.keys(record).some((key) => COOKIE_FIELDS.has(plainName(key)));
  return isCookie || names.has(plainName(String(record["name"])));
}

const COOKIE_FIELDS: ReadonlySet<string> = new Set(
  "domain path httponly expirationdate hostonly secure session storeid expires partitionkey samesite".split(" "),
);

/** A text without credentials that were sent, bearer tokens, JSON Web Tokens, user parts and query values of addresses. */
export function redactText(text: string, { literals }: Secrets): string {
  let redacted = text;
  for (const literal of literals) redacted = redacted.replaceAll(literal, REDACTED);
  return redacted
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${REDACTED}`)
    .replace(/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, REDACTED)
    .replace(/:\/\/[^\s/@?#"'<>]+@/g, "://")
    .replace(/([?&;#][\w.~%[\]-]{1,100}=)[^\s&#"'<>;]+/g, "$1redacted");
}
