import type { Model, Schema } from "@svc/model/data";

/** Replaces the value of a secret. */
export const REDACTED = "[redacted]";

/** A name in lower case without separators: `X-Api-Key`, `x_api_key` and `xApiKey` are the same. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Names of credentials that are too short to be compared with the end of a name: `spin`, `mysig`. */
const WHOLE: ReadonlySet<string> = new Set("pin cvv cvc sig bearer credentials samlresponse".split(" "));

/** Ends of names of credentials: `device_token`, `xAuthToken`, `aws_secret_access_key`. */
const ENDS = [
  "token|secret|passw(?:or)?d|passphrase|passcode|pwd|authorization|credential|cookie|jwt|otp|signature|clientassertion",
  "(?:api|access|secret|private|signing|encryption|auth|subscription|master|shared|consumer|ssh|app)key",
  "accesskeyid|keypairid|cardnumber|codeverifier|(?:secret|password|token)(?:hash|value)",
  "(?:verification|mfa|otp|authorization|auth|recovery|backup)code",
];
const END = new RegExp(`(?:${ENDS.join("|")})$`);

/** Names of pagination cursors, which are no credentials: `next_page_token`. */
const PLACE = /(?:page|next|prev|previous|continuation|pagination|cursor|sync|resume|scroll|marker|start)token$/;

/** Names that are kept: a program uses few, a hostile peer any number. */
const KNOWN_LIMIT = 5_000;
const known = new Map<string, boolean>();

/** Whether a header, parameter or field of this name carries a credential. */
export function isSecretName(name: string): boolean {
  // The journal checks every header of every request.
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = plainName(name);
  const isSecret = WHOLE.has(plain) || (END.test(plain) && !PLACE.test(plain));
  if (known.size < KNOWN_LIMIT && name.length <= 100) known.set(name, isSecret);
  return isSecret;
}

/** Secrets of a recording. */
export interface Secrets {
  /** Whether fields, headers and parameters of this name hold credentials, cookies or the bodies of mails. */
  readonly isSecret: (name: string) => boolean;
  /** Credentials that were sent, in every spelling, longest first: they are replaced wherever they stand. */
  readonly literals: readonly string[];
}

/** Names of the document's API keys in headers, queries and cookies, in lower case: `appid`, `x-key`. */
function apiKeyNames({ securitySchemes }: Pick<Model, "securitySchemes">): ReadonlySet<string> {
  const schemes = Object.values(securitySchemes);
  return new Set(schemes.flatMap((scheme) => (scheme.type === "apiKey" ? [scheme.name.toLowerCase()] : [])));
}

/** Names of headers, parameters, cookies and fields that carry credentials. */
export interface CredentialNames {
  /** Names of the document's API keys, in lower case. */
  readonly apiKeys: ReadonlySet<string>;
  /** Whether a name is one of these, or ends like that of a credential. */
  readonly isSecret: (name: string) => boolean;
}

/** Names that carry credentials of a service. */
export function credentialNames(model: Pick<Model, "securitySchemes">): CredentialNames {
  const apiKeys = apiKeyNames(model);
  const isSecret = (name: string): boolean => isSecretName(name) || apiKeys.has(name.toLowerCase());
  return { apiKeys, isSecret: apiKeys.size === 0 ? isSecretName : isSecret };
}

/** Ends of names of fields with the body of a mail: `html_content`, `stripped-text`, `TextBody`. */
const MAIL_BODY = /(?:html|text|plain)(?:content|body)$|(?:body|stripped)(?:html|text|plain|preview)$|^html$/;

/**
 * Creates the check of names whose values no recording has: credentials, bodies of mails, a given list, and fields that
 * schemas mark as secret.
 */
export function secretNames(own: readonly string[], model: Model): Secrets["isSecret"] {
  const names = new Set([...own, ...apiKeyNames(model), ...secretFields(model)].map(plainName));
  return (name) => {
    const plain = plainName(name);
    return names.has(plain) || MAIL_BODY.test(plain) || isSecretName(name);
  };
}

/** Fields that schemas mark as secret. */
function secretFields({ schemas }: Model): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, property] of Object.entries((node as Schema).properties ?? {})) {
      const { format, writeOnly } = property as { format?: unknown; writeOnly?: unknown };
      if (format === "password" || writeOnly === true) found.push(name);
    }
    for (const child of Object.values(node)) visit(child);
  };
  for (const { schema } of Object.values(schemas)) visit(schema);
  return found;
}
