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

/** The error of an option or argument. `got` is what came instead, and no secret. */
export function invalid(name: string, expected: string, ...got: readonly unknown[]): ConfigurationError {
  return new ConfigurationError(`${name}: expected ${expected}${got.map((value) => `, got ${shown(value)}`).join("")}`);
}

/** A value as a message shows it: text in quotes, so that `"5"` is not taken for 5. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (Object(value) !== value) return String(value);
  return typeof value === "function" ? "a function" : `an object (${(value as object).constructor?.name})`;
}

/** The error of a name that does not exist, with the one that was probably meant, or all that there are. */
export function unknownName(name: string, kind: string, known: readonly string[], more = ""): ConfigurationError {
  const given = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const meant = known.find((one) => isLike(given, one.toLowerCase()));
  const help = meant ? `did you mean ${meant}?` : `there are ${known.join(", ") || "none"}`;
  return new ConfigurationError(`${name}: unknown ${kind}; ${help}${more}`);
}

/** Whether two names have most pairs of neighbouring letters in common. */
function isLike(given: string, name: string): boolean {
  const common = [...given].filter((char, index) => index && name.includes(given.charAt(index - 1) + char));
  return common.length >= 0.4 * Math.max(given.length, name.length);
}

export const CALL_OPTIONS: readonly string[] =
  /* @__PURE__ */ "signal timeoutMs retry idempotent headers query priority".split(" ");

/** Checks that every name of an object is one of those that there are. @throws ConfigurationError naming another one */
export function checkNames(
  given: object,
  known: readonly string[],
  { prefix = "", kind = "option" }: { readonly prefix?: string; readonly kind?: string } = {},
): void {
  for (const [name, value] of Object.entries(Object(given)))
    if (value !== undefined && !known.includes(name)) throw unknownName(prefix + name, kind, known);
}

/** @throws ConfigurationError for a value of another type, or `null` */
export function checkKind(name: string, value: unknown, kind: "function" | "object" = "function"): void {
  if (!value || typeof value !== kind) throw invalid(name, kind === "object" ? "an object" : "a function", value);
}

/** Checks the options of a policy. @throws ConfigurationError for what are none, and for an unknown one */
export function checkOptions(policy: string, options: object, known: readonly string[]): void {
  checkKind(policy, options, "object");
  checkNames(options, known, { prefix: `${policy}.` });
}

/** @throws ConfigurationError for what is no signal, such as its controller */
export function checkSignal(signal: AbortSignal): void {
  const { signal: own } = signal as { signal?: unknown };
  if (typeof signal.addEventListener !== "function")
    throw invalid("signal", own ? "an AbortSignal: pass controller.signal" : "an AbortSignal", signal);
}

/**
 * A limit as a number: `false` is `Infinity`.
 *
 * @throws ConfigurationError unless the limit is above 0 and, being milliseconds or bytes, fits a timer
 */
export function checkLimit(name: string, value: number | false): number {
  if (value === false) return Infinity;
  if (value && isLimit(value)) return value;
  throw invalid(name, "a number above 0 and below 2^31, or false", value);
}

interface PolicyOptions {
  /** Name of the option that they belong to. */
  readonly option: string;
  readonly known: readonly string[];
}

export const PACE: PolicyOptions = { option: "rateLimit", known: ["maxWaitMs", "maxQueued", "initial"] };
export const RETRY: PolicyOptions = { option: "retry", known: ["limit", "baseMs", "maxDelayMs", "budget"] };

/** Checks that every limit of a policy is known and a number from 0. @throws ConfigurationError */
export function checkPolicy<Policy extends object>({ option, known }: PolicyOptions, policy: Policy): Policy {
  if (typeof policy !== "object") throw invalid(option, "options or false", policy);
  checkOptions(option, policy, known);
  for (const [key, value] of Object.entries(policy))
    if (value !== undefined && !isLimit(value))
      throw invalid(`${option}.${key}`, "a number from 0 and below 2^31", value);
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
    if (/[^\t -~\u0080-\u00ff]|^\[object /.test(value as string)) throw invalid(name, "printable Latin text");
}

/** Checks that there is a response. @throws ConfigurationError naming the option that has to give one */
export function checkResponse(response: Response | undefined, option: string, expected: string): Response {
  if (typeof response?.headers?.get !== "function") throw invalid(option, expected, response);
  return response;
}

/**
 * Checks a request that a caller or a middleware made: it must be below `base`, which ends with a slash. Its redirects are
 * left to us.
 *
 * @throws ConfigurationError for another URL
 */
export function checkRequest(request: Request, base: string): Request {
  if (!request.url.startsWith(base)) throw invalid("url", "a URL below baseUrl");
  return request.redirect === "manual" ? request : new Request(request, { redirect: "manual" });
}
