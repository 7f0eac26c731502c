import { checkKind, checkLimit, checkPolicy } from "../checks.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { PacerContext, PacerFactory } from "../pacing/pacer.ts";
import type { RateLimitOptions } from "../runtime/options.ts";
import { type RedisClient, scriptRunner } from "./redis-client.ts";
import { redisStore } from "./redis-store.ts";
import { createSharedPacer } from "./shared-pacer.ts";

/** Pacing becomes local: each process for itself, as without Redis. It ends by itself unless the message says otherwise. */
export interface RedisWarning {
  /** What happened and what it means. Holds no credential. */
  readonly message: string;
  /** What the client was told by Redis, where that is the reason. */
  readonly cause: unknown;
}

/** How processes share a rate limit. */
export interface RedisRateLimitOptions extends RateLimitOptions {
  /**
   * A connected client of `redis` or `ioredis`, standalone or cluster. It stays the caller's: it is not connected,
   * configured or closed here.
   */
  readonly client: RedisClient;
  /**
   * Begins the names of the keys; the rest is a hash of origin and credential. Has to be given where the client's `auth`
   * is no text: then it alone tells one credential from another. @default "svc:rate-limit:"
   */
  readonly keyPrefix?: string | undefined;
  /**
   * Longest time in milliseconds for which a process holds what others wait for: unused permits and the test of a new
   * window. One that dies delays the others by no more. A quarter of it is the longest wait for Redis. @default 1000
   */
  readonly lease?: number | undefined;
  /** Called once when pacing becomes local. What it throws, or its promise is rejected with, is ignored. @default none */
  readonly onWarning?: ((warning: RedisWarning) => void) | undefined;
}

const DEFAULT_PREFIX = "svc:rate-limit:";

/** Shorter leases than a trip to Redis and back are none. */
const SHORTEST_LEASE_MS = 100;

/**
 * Paces all processes that use one credential as one, by a state in Redis: give it as `rateLimit`. Clients of one process
 * that are given the same result share one share.
 *
 * @throws ConfigurationError naming the option that is wrong
 */
export function redisRateLimit(options: RedisRateLimitOptions): PacerFactory {
  checkKind("redisRateLimit", options, "object");
  const { client, keyPrefix, lease = 1000, onWarning, ...limits } = options;
  const { maxWaitMs = 300_000, maxQueued = 100_000 } = checkPolicy<RateLimitOptions>("redisRateLimit", limits);
  const runner = scriptRunner(client);
  if (!runner) throw new ConfigurationError("client: expected a client of the packages redis or ioredis");
  if (typeof (keyPrefix ?? "") !== "string") throw new ConfigurationError("keyPrefix: expected a text");
  if (typeof (onWarning ?? tell) !== "function") throw new ConfigurationError("onWarning: expected a function");
  if (!(typeof lease === "number" && checkLimit("lease", lease) >= SHORTEST_LEASE_MS)) {
    throw new ConfigurationError(`lease: expected ${SHORTEST_LEASE_MS} milliseconds or more, got ${lease}`);
  }
  // Redis would take what is between the first braces for the tag, and nothing for none: keys in different slots.
  if (/^[^{]*\{\}/.test(keyPrefix ?? "")) throw new ConfigurationError("keyPrefix: expected no empty braces");
  return (context: PacerContext) => {
    const { origin, credential } = context;
    if (credential === undefined && keyPrefix === undefined) {
      throw new ConfigurationError(
        "keyPrefix: has to be given where auth is no text, and has to differ from one credential to another",
      );
    }
    return createSharedPacer({
      context,
      store: redisStore(runner, { keyPrefix: keyPrefix ?? DEFAULT_PREFIX, origin, credential }),
      id: crypto.randomUUID().slice(0, 13),
      leaseMs: lease,
      // Who is not to wait for the limit waits for Redis all the same, one call at a time.
      maxWaitMs: maxWaitMs || lease,
      maxQueued: maxQueued || 1,
      onLocal: (reason, cause) => tell(onWarning, reason, cause),
    });
  };
}

const ODD = "The service's limit has no windows that processes could share: each paces itself, for good.";

function tell(onWarning: RedisRateLimitOptions["onWarning"], reason: string, cause: unknown): void {
  const words = cause instanceof Error ? cause.message : String(cause);
  const message =
    reason === "odd" ? ODD : `Redis cannot be asked (${words}): each process paces itself until it answers again.`;
  // An observer's mistakes are its own.
  const observe = async (): Promise<void> => onWarning?.({ message, cause });
  observe().catch(() => {});
}
