import { ConfigurationError } from "./errors/errors.ts";

/** Addresses to which a credential may be sent. */
const SAFE: RegExp = /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1\])[:/])/;

/** Whether a credential, or a signed URL, may be sent there: https, http on loopback, or any http where that is allowed. */
export function isSafeAddress(href: string, allowInsecure: boolean | undefined): boolean {
  return SAFE.test(href) || (!!allowInsecure && href.startsWith("http:"));
}

/** The same of any text, which must not have `user:password@`: that makes any host look like another one. */
export function isSafeUrl(text: string, allowInsecure: boolean | undefined): boolean {
  const { origin, username, password } = URL.canParse(text)
    ? new URL(text)
    : { origin: "", username: "", password: "" };
  return !username && !password && isSafeAddress(`${origin}/`, allowInsecure);
}

/** The error of an option or argument. */
export function invalid(name: string, expected: string): ConfigurationError {
  return new ConfigurationError(`${name}: expected ${expected}`);
}

/** The error of a name that is no option. */
export function unknownOption(name: string): ConfigurationError {
  return new ConfigurationError(`${name}: is no option`);
}

/** Checks that nothing is left of an object whose options were taken out. @throws ConfigurationError naming an option */
export function checkRest(rest: object): void {
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) throw unknownOption(name);
}

/** @throws ConfigurationError for a value of another type, or `null` */
export function checkKind(name: string, value: unknown, kind: "function" | "object" = "function"): void {
  if (!value || typeof value !== kind) throw invalid(name, `type ${kind}`);
}

/**
 * A limit as a number: `false` is `Infinity`.
 *
 * @throws ConfigurationError unless the limit is above 0 and, being milliseconds or bytes, fits a timer
 */
export function checkLimit(name: string, value: number | false): number {
  if (value === false) return Infinity;
  if (value && isLimit(value)) return value;
  throw invalid(name, `a number above 0 and below 2^31, or false, got ${value}`);
}

const POLICY = /^(limit|baseMs|maxDelayMs|budget|maxWaitMs|maxQueued|initial)$/;

/** Checks that every limit of a policy is known and a number from 0. @throws ConfigurationError */
export function checkPolicy<Policy extends object>(option: string, policy: Policy): Policy {
  if (typeof policy !== "object") throw invalid(option, `options or false, got ${policy}`);
  for (const [key, value] of Object.entries(policy)) {
    const name = `${option}.${key}`;
    if (!POLICY.test(key)) throw unknownOption(name);
    if (value !== undefined && !isLimit(value)) throw invalid(name, `a number from 0 and below 2^31, got ${value}`);
  }
  return policy;
}

function isLimit(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < 2 ** 31;
}

/**
 * Checks that headers can be sent. The error of the runtime would quote the value, which may be a secret.
 *
 * @throws ConfigurationError naming the header
 */
export function checkHeaders(headers: unknown): void {
  for (const [name, value] of Object.entries(Object(headers)))
    if (/[^\t -~\u0080-\u00ff]/.test(value as string)) throw invalid(name, "printable Latin text");
}

/**
 * Checks a request that a caller or a middleware made: it must be below `base`, which ends with a slash. Its redirects are
 * left to us.
 *
 * @throws ConfigurationError for another URL
 */
export function checkRequest(request: Request, base: string): Request {
  if (!request.url.startsWith(base)) throw invalid("url", "an address below baseUrl");
  return request.redirect === "manual" ? request : new Request(request, { redirect: "manual" });
}
