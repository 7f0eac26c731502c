import { unknownName } from "@svc/model/data";
import { milliseconds, type TimeSpan } from "../clock/clock.ts";

/** Rate limit that a fake enforces for each credential. Requires `limit` or `concurrency`. */
export interface FakeRateLimit {
  /** Requests per window, from 1. @default unlimited */
  readonly limit?: number;
  /** Length of a window. @default { seconds: 60 } */
  readonly window?: TimeSpan;
  /**
   * `fixed`: windows begin at multiples of their length, and each begins with the full limit. `sliding`: a request counts
   * for one window after it was sent.
   * @default "fixed"
   */
  readonly kind?: "fixed" | "sliding";
  /** Requests of a credential that may be in flight at the same time, from 1; others get 429. @default unlimited */
  readonly concurrency?: number;
}

/** State of a rate limit for one credential, as in the rate-limit headers. */
export interface RateLimitState {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in the window, from 0. */
  readonly remaining: number;
  /** When the window ends, in epoch milliseconds. */
  readonly resetAt: number;
  /** Whether the request exceeds the limit and gets 429. */
  readonly isRefused: boolean;
}

/** State of the rate limit of a credential that is told from others without showing it. */
export interface NamedRateLimit extends RateLimitState {
  /** `No credential`, `Bearer token`, `Basic login` or `API key`; numbered if there are several of the kind. */
  readonly name: string;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Credentials that are counted at a time, refused ones too: whoever sends others makes the oldest forgotten. */
const MAX_CREDENTIALS = 10_000;
/** Credentials whose windows are shown. */
const MAX_SHOWN = 100;

/** Limit in the headers if only concurrency is limited. */
const MANY = 1_000_000;
const NAMES: readonly string[] = ["limit", "window", "kind", "concurrency"];

/** @throws TypeError for an option that does not exist or has an invalid value */
export function createRateLimiter(options: FakeRateLimit) {
  checkOptions(options);
  const { limit = MANY, window = { seconds: 60 }, kind = "fixed", concurrency = Number.POSITIVE_INFINITY } = options;
  const windowMs = milliseconds(window);
  const counters = new Map<string, Counter>();
  const counterOf = (credential: string): Counter => {
    const known = counters.get(credential);
    if (known !== undefined) return known;
    const counter = { times: [], active: 0 };
    if (counters.size >= MAX_CREDENTIALS) forgetOne(counters);
    counters.set(credential, counter);
    return counter;
  };
  /** Start of the time in which requests count. */
  const since = (now: number): number =>
    kind === "fixed" ? Math.floor(now / windowMs) * windowMs : now - windowMs + 1;
  const view = ({ times }: Counter, now: number, isRefused: boolean): RateLimitState => {
    const resetAt = kind === "fixed" ? since(now) + windowMs : (times[0] ?? now) + windowMs;
    return { limit, remaining: Math.max(0, limit - times.length), resetAt, isRefused };
  };
  const peek = (counter: Counter = { times: [], active: 0 }, now: number): RateLimitState => {
    forget(counter, since(now));
    return view(counter, now, false);
  };
  return {
    /** Whether requests have to be ended. */
    isConcurrencyLimited: (concurrency < Number.POSITIVE_INFINITY) as boolean,
    /** Counts a request of a credential. */
    take(credential: string, now: number): RateLimitState {
      const counter = counterOf(credential);
      forget(counter, since(now));
      const isRefused = counter.times.length >= limit || counter.active >= concurrency;
      if (!isRefused) counter.times.push(now);
      counter.active += 1;
      return view(counter, now, isRefused);
    },
    /** Ends a request, and frees its place in the concurrency quota. */
    end(credential: string): void {
      const counter = counters.get(credential);
      if (counter !== undefined && counter.active > 0) counter.active -= 1;
    },
    /** State of a credential, without counting a request. */
    peek: (credential: string, now: number): RateLimitState => peek(counters.get(credential), now),
    /** States of the last 100 credentials of which requests count, those with least left first. */
    all: (now: number): NamedRateLimit[] =>
      named(counters)
        .slice(-MAX_SHOWN)
        .map(({ name, counter }) => ({ name, ...peek(counter, now) }))
        .filter(({ remaining }) => remaining < limit)
        .sort((a, b) => a.remaining - b.remaining),
    /** When requests are available again at the latest, in epoch milliseconds. */
    nextReset: (now: number): number => (kind === "fixed" ? since(now) : now) + windowMs,
    /** Forgets all requests. */
    reset: (): void => counters.clear(),
  };
}

interface Counter {
  /** When the requests of the window were sent, oldest first. */
  readonly times: number[];
  active: number;
}

function named(counters: ReadonlyMap<string, Counter>): { readonly name: string; readonly counter: Counter }[] {
  const counts = new Map<string, number>();
  const numbered = [...counters].map(([credential, counter]) => {
    const kind = kindOf(credential);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return { kind, number, counter };
  });
  return numbered.map(({ kind, number, counter }) => {
    return { name: counts.get(kind) === 1 ? kind : `${kind} ${number}`, counter };
  });
}

function kindOf(credential: string): string {
  if (credential === "") return "No credential";
  if (/^bearer /i.test(credential)) return "Bearer token";
  return /^basic /i.test(credential) ? "Basic login" : "API key";
}

/** Forgets the credential that was first used of those that have no request under way. */
function forgetOne(counters: Map<string, Counter>): void {
  for (const [credential, { active }] of counters) if (active === 0) return void counters.delete(credential);
}

function forget({ times }: Counter, since: number): void {
  const kept = times.findIndex((time) => time >= since);
  if (kept !== 0) times.splice(0, kept === -1 ? times.length : kept);
}

function checkOptions(options: FakeRateLimit): void {
  const { limit, window, kind = "fixed", concurrency } = options;
  const unknown = unknownName(options, NAMES);
  if (unknown !== undefined) throw new TypeError(`rateLimit: ${unknown}`);
  for (const [name, value] of Object.entries({ limit, concurrency })) {
    if (value === undefined || (Number.isInteger(value) && value >= 1)) continue;
    throw new TypeError(`rateLimit.${name}: expected a whole number of at least 1, got ${value}.`);
  }
  if (limit === undefined && concurrency === undefined)
    throw new TypeError("rateLimit: set limit, concurrency, or both.");
  // Seconds to some, milliseconds to others.
  if (typeof window === "number")
    throw new TypeError(
      `rateLimit.window: expected a time span like { seconds: ${window} }, got the number ${window}.`,
    );
  if (window !== undefined && milliseconds(window) === 0)
    throw new TypeError("rateLimit.window: expected a span longer than 0.");
  if (kind !== "fixed" && kind !== "sliding")
    throw new TypeError(`rateLimit.kind: expected fixed or sliding, got ${kind}.`);
}
