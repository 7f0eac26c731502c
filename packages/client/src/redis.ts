/**
 * One rate limit shared by many machines through Redis. The `redis` package or `ioredis` is yours to bring.
 *
 * @packageDocumentation
 */

export { type RedisRateLimitOptions, type RedisWarning, redisRateLimit } from "./redis/redis-rate-limit.ts";
export type { IoRedisClient, NodeRedisClient, RedisClient } from "./redis/redis-store.ts";
