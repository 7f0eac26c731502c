export type { IoRedisClient, NodeRedisClient, RedisClient } from "./redis/redis-client.ts";
export { type RedisRateLimitOptions, type RedisWarning, redisRateLimit } from "./redis/redis-rate-limit.ts";
