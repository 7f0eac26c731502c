/**
 * One rate limit shared by many machines through Redis. The `redis` package or `ioredis` is yours to bring.
 *
 * @packageDocumentation
 */

import { callHook } from "./call/hooks.ts";
import { checkKind, checkLimit, checkPolicy, PACE } from "./checks.ts";
import { ConfigurationError } from "./errors/errors.ts";
import type { PacerContext, PacerFactory } from "./pacing/pacer.ts";
import { type RedisClient, redisStore, scriptRunner } from "./redis/redis-store.ts";
import { createSharedPacer, type LocalReason } from "./redis/shared-pacer.ts";
import type { RateLimitOptions } from "./runtime/options.ts";

/** Warning that each process paces itself, as without Redis. This ends by itself unless the message says otherwise. */
export interface RedisWarning {
  /** Message: the event and what it means. Contains no credential. */
  readonly message: string;
  /** Error of the Redis client, if that is the cause. */
  readonly cause: unknown;
}

/** Options of {@link redisRateLimit}. */
export interface RedisRateLimitOptions extends Omit<RateLimitOptions, "initial"> {
  /**
   * A connected client of `redis` or `ioredis`, standalone or cluster. The caller connects, configures and closes it.
   */
  readonly client: RedisClient;
  /**
   * Prefix of the keys; the rest is a hash of origin and credential. Required if `auth` of the client is a function,
   * because then only the prefix distinguishes credentials. @default "svc:rate-limit:"
   */
  readonly keyPrefix?: string | undefined;
  /**
   * Longest time for which a process holds unused permits, or the right to test whether a new window has begun, in
   * milliseconds, from 100. A process that dies delays the others by at most this. A call waits for Redis for at most a
   * quarter of it. @default 1000
   */
  readonly leaseMs?: number | undefined;
  /** Called once when Redis cannot be used. Errors and rejections of the function are ignored. @default none */
  readonly onWarning?: ((warning: RedisWarning) => void) | undefined;
}

const DEFAULT_PREFIX = "svc:rate-limit:";

/** A lease must be much longer than a round trip to Redis. */
const MIN_LEASE_MS = 100;

/**
 * Shares one rate limit between all processes that use a credential, through Redis. Pass the result as the option
 * `rateLimit` of a client; clients of one process that receive the same result share that process's permits.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function redisRateLimit(options: RedisRateLimitOptions): PacerFactory {
  checkKind("redisRateLimit", options, "object");
  const { client, keyPrefix, leaseMs = 1000, onWarning, ...limits } = options;
  const { maxWaitMs = 300_000, maxQueued = 100_000 } = checkPolicy<RateLimitOptions>(
    { ...PACE, option: "redisRateLimit" },
    limits,
  );
  const runner = scriptRunner(client);
  if (!runner) throw new ConfigurationError("client: expected a client of the packages redis or ioredis");
  if (typeof (keyPrefix ?? "") !== "string") throw new ConfigurationError("keyPrefix: expected a string");
  if (typeof (onWarning ?? warn) !== "function") throw new ConfigurationError("onWarning: expected a function");
  if (!(typeof leaseMs === "number" && checkLimit("leaseMs", leaseMs) >= MIN_LEASE_MS)) {
    throw new ConfigurationError(`leaseMs: expected ${MIN_LEASE_MS} milliseconds or more, got ${leaseMs}`);
  }
  // The first braces are the hash tag of a cluster; with empty ones the two keys would be in different slots.
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
      createStore: (limit) => redisStore(runner, { keyPrefix: keyPrefix ?? DEFAULT_PREFIX, origin, credential, limit }),
      id: crypto.randomUUID().slice(0, 13),
      leaseMs,
      // Even if calls must not wait for the limit, one at a time has to wait for Redis.
      maxWaitMs: maxWaitMs || leaseMs,
      maxQueued: maxQueued || 1,
      onLocal: (reason, cause) => warn(onWarning, reason, cause),
    });
  };
}

const UNWINDOWED = "The service's limit has no windows that processes could share: each paces itself, for good.";

function warn(onWarning: RedisRateLimitOptions["onWarning"], reason: LocalReason, cause: unknown): void {
  const details = cause instanceof Error ? cause.message : String(cause);
  const message =
    reason === "unwindowed"
      ? UNWINDOWED
      : `Redis is unavailable (${details}): each process paces itself until Redis responds again.`;
  callHook(onWarning, { message, cause });
}

export type { IoRedisClient, NodeRedisClient, RedisClient } from "./redis/redis-store.ts";
