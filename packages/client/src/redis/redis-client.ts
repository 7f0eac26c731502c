/** A client of the `redis` package: `createClient`, `createClientPool`, `createCluster` or `createSentinel`. */
export interface NodeRedisClient {
  /** Whether a command would be sent at once. */
  readonly isReady?: boolean;
  /** The same of pools and clusters, which have no `isReady`. */
  readonly isOpen?: boolean;
  /** Runs a script that the server knows by its digest. */
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a script by its text. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A client of `ioredis`: `Redis` or `Cluster`. */
export interface IoRedisClient {
  /** `ready` where a command would be sent at once. */
  readonly status: string;
  /** Runs a script that the server knows by its digest. */
  evalsha(sha: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a script by its text. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** The user's client. It is used as it is: nothing of it is set, listened to or closed. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** The two calls that are needed, and whether a command would be sent at once instead of being queued. */
export interface ScriptRunner {
  isReady(): boolean;
  bySha(sha: string, keys: string[], args: string[]): Promise<unknown>;
  byText(script: string, keys: string[], args: string[]): Promise<unknown>;
}

/** Both clients keep commands while they are not connected: asking whether they are ready avoids that. */
export function scriptRunner(client: RedisClient): ScriptRunner | undefined {
  if (typeof (client as NodeRedisClient | undefined)?.evalSha === "function") {
    const node = client as NodeRedisClient;
    return {
      isReady: () => node.isReady ?? node.isOpen ?? true,
      bySha: (sha, keys, args) => node.evalSha(sha, { keys, arguments: args }),
      byText: (script, keys, args) => node.eval(script, { keys, arguments: args }),
    };
  }
  if (typeof (client as IoRedisClient | undefined)?.evalsha === "function") {
    const io = client as IoRedisClient;
    return {
      isReady: () => io.status === "ready",
      bySha: (sha, keys, args) => io.evalsha(sha, keys.length, ...keys, ...args),
      byText: (script, keys, args) => io.eval(script, keys.length, ...keys, ...args),
    };
  }
  return undefined;
}
