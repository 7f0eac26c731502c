/** Names without case, hyphens and underscores: `X-Api-Key`, `x_api_key` and `xApiKey` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Too short to be the end of a name: `spin`, `mysig`. */
const WHOLE: ReadonlySet<string> = new Set("pin cvv cvc sig bearer credentials samlresponse".split(" "));

/** How names of credentials end, whatever stands before it: `device_token`, `xAuthToken`, `aws_secret_access_key`. */
const ENDS = [
  "token|secret|passw(?:or)?d|passphrase|passcode|pwd|authorization|credential|cookie|jwt|otp|signature|clientassertion",
  "(?:api|access|secret|private|signing|encryption|auth|subscription|master|shared|consumer|ssh|app)key",
  "accesskeyid|keypairid|cardnumber|codeverifier|(?:secret|password|token)(?:hash|value)",
  "(?:verification|mfa|otp|authorization|auth|recovery|backup)code",
];
const END = new RegExp(`(?:${ENDS.join("|")})$`);

/** Places in lists, which must stay as they are: `next_page_token`. */
const PLACE = /(?:page|next|prev|previous|continuation|pagination|cursor|sync|resume|scroll|marker|start)token$/;

/** A program knows few names, a hostile peer any number. */
const KNOWN_LIMIT = 5_000;
const known = new Map<string, boolean>();

/** Whether a header, parameter or field of this name carries a credential, in any service and spelling. */
export function isSecretName(name: string): boolean {
  // The journal asks for every header of every request.
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = plainName(name);
  const isSecret = WHOLE.has(plain) || (END.test(plain) && !PLACE.test(plain));
  if (known.size < KNOWN_LIMIT && name.length <= 100) known.set(name, isSecret);
  return isSecret;
}
