import type { Auth } from "../auth/credentials.ts";
import { type Clock, systemClock } from "../clock.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import type { PacerFactory } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { Hooks } from "./hooks.ts";

/** Pacing of one credential and origin. */
export interface RateLimitOptions {
  /** Longest wait of a call for its turn, in milliseconds; longer: `RateLimitError`. @default 300_000 */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; the next: `RateLimitError`. @default 100_000 */
  readonly maxQueued?: number | undefined;
}

/** Options of a client. Each is checked when the client is made: `ConfigurationError` names the one that is wrong. */
export interface SvcClientOptions {
  /**
   * Address of the service: https, or http on loopback. A path prefix is kept; credentials, query and fragment are
   * refused. @default the environment variable `SVC_BASE_URL`
   */
  readonly baseUrl?: string | URL | undefined;
  /** The credential, or what gives it. @default the environment variable `SVC_API_KEY` */
  readonly auth?: Auth | undefined;
  /** Sent as `x-svc-request-origin`. */
  readonly requestOrigin?: string | undefined;
  /** @default the global `fetch` at the time of each call, so that mocks installed later are met */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** Uniform in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
  /**
   * Pacing. Clients with the same credential, origin, fetch and clock share one limiter by default; a client that is
   * given options has its own, shared with those that are given the same object. `false`: no pacing. A function makes
   * the pacer: `redisRateLimit` of `@svc/client/redis` paces many machines. @default {}
   */
  readonly rateLimit?: RateLimitOptions | PacerFactory | false | undefined;
  /** Retries; `false`: none. @default {} */
  readonly retry?: RetryOptions | false | undefined;
  /** Longest time of one attempt in milliseconds, with credential and body; `false`: no limit. @default 60_000 */
  readonly timeoutMs?: number | false | undefined;
  /** Longest time of a whole call in milliseconds: queueing, waits and attempts. @default false */
  readonly totalTimeoutMs?: number | false | undefined;
  /** Longest body of an answer in bytes; longer: `SvcApiError`. `false`: no limit. @default 104_857_600 */
  readonly maxResponseBytes?: number | false | undefined;
  /** Lets the credential travel over http to other hosts than this one. @default false */
  readonly allowInsecure?: boolean | undefined;
  /** Observers. */
  readonly hooks?: Hooks | undefined;
}

/** Addresses to which a credential may travel. */
const SAFE: RegExp = /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1\])[:/])/;

/** Options with every default filled in; limits that are off are `Infinity`. */
export interface NormalizedOptions {
  readonly baseUrl: URL;
  readonly auth: Auth | undefined;
  readonly clock: Clock;
  readonly hooks: Hooks;
  readonly random: () => number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
}

/** @throws ConfigurationError */
export function normalizeOptions(options: SvcClientOptions): NormalizedOptions {
  checkKind("options", options, "object");
  const env = (globalThis as { process?: { env?: { [name: string]: string } } }).process?.env ?? {};
  const {
    auth = env["SVC_API_KEY"],
    baseUrl = env["SVC_BASE_URL"],
    clock = systemClock,
    random = Math.random,
    timeoutMs = 60_000,
    totalTimeoutMs = false,
    maxResponseBytes = 104_857_600,
    hooks = {},
    fetch,
  } = options;
  checkKind("hooks", hooks, "object");
  for (const name of ["now", "setTimeout", "clearTimeout"] as const) checkKind(`clock.${name}`, clock?.[name]);
  for (const [name, value] of Object.entries({ fetch, random, ...hooks })) {
    if (value !== undefined) checkKind(name, value);
  }
  return {
    baseUrl: checkBaseUrl(baseUrl, options.allowInsecure),
    auth,
    clock,
    hooks,
    random,
    timeoutMs: checkLimit("timeoutMs", timeoutMs),
    totalTimeoutMs: checkLimit("totalTimeoutMs", totalTimeoutMs),
    maxResponseBytes: checkLimit("maxResponseBytes", maxResponseBytes),
  };
}

/** @throws ConfigurationError on what is of another type, or `null` */
export function checkKind(name: string, value: unknown, kind: "function" | "object" = "function"): void {
  if (!value || typeof value !== kind) throw new ConfigurationError(`${name}: expected type ${kind}`);
}

/** `false` is no limit. @throws ConfigurationError unless it is above zero and, being milliseconds or bytes, fits a timer */
export function checkLimit(name: string, value: number | false): number {
  if (value === false) return Infinity;
  if (typeof value === "number" && value > 0 && value < 2 ** 31) return value;
  throw new ConfigurationError(`${name}: expected a number above 0 and below 2^31, or false, got ${value}`);
}

const POLICY = /^(limit|baseMs|maxDelayMs|budget|maxWaitMs|maxQueued)$/;

/** The limits of a policy; zero is no wait, no retry. @throws ConfigurationError */
export function checkPolicy<Policy extends object>(option: string, policy: Policy): Policy {
  if (typeof policy !== "object") throw new ConfigurationError(`${option}: expected options or false, got ${policy}`);
  for (const [name, value] of Object.entries(policy)) {
    if (!POLICY.test(name)) throw new ConfigurationError(`${option}.${name}: is no option`);
    if (value !== undefined && !(typeof value === "number" && value >= 0 && value < 2 ** 31))
      throw new ConfigurationError(`${option}.${name}: expected a number from 0 and below 2^31, got ${value}`);
  }
  return policy;
}

/** Whether a credential, or an address that is one, may travel there: https, or http on loopback or where that is allowed. */
export function isSafeAddress(href: string, allowInsecure: boolean | undefined): boolean {
  return SAFE.test(href) || (!!allowInsecure && href.startsWith("http:"));
}

function checkBaseUrl(given: string | URL | undefined, allowInsecure: boolean | undefined): URL {
  const url = URL.canParse(given ?? "") ? new URL(given as string) : undefined;
  const { href = "", protocol, host } = (url ?? {}) as Partial<URL>;
  if (url && isSafeAddress(href, allowInsecure) && !/[?#]|\/\/[^/]*@/.test(href)) return url;
  const got = url ? `${protocol}//${host}` : given ? "no address" : "none (nor SVC_BASE_URL)";
  throw new ConfigurationError(
    `baseUrl: expected https (or http on loopback; allowInsecure) without credentials, query and fragment, got ${got}`,
  );
}
