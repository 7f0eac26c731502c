import type { PermitStore } from "./permit-store.ts";
import { readReply, SCRIPT, writeArguments } from "./script.ts";

/** A client of the `redis` package: `createClient`, `createClientPool`, `createCluster` or `createSentinel`. */
export interface NodeRedisClient {
  /** Whether a command would be sent at once. */
  readonly isReady?: boolean;
  /** Whether a pool or a cluster is open; these have no `isReady`. */
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

/** Calls of a client that this library makes, equal for both packages. */
export interface ScriptRunner {
  /** Whether a command would be sent at once instead of being queued. */
  isReady(): boolean;
  bySha(sha: string, keys: string[], args: string[]): Promise<unknown>;
  byText(script: string, keys: string[], args: string[]): Promise<unknown>;
}

/**
 * Recognises the kind of client, if it is one of the two. Both kinds queue commands while they are not connected;
 * `isReady` lets callers avoid that.
 */
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

/** Parts of the keys of one limit of a credential and origin. */
export interface KeyOptions {
  readonly keyPrefix: string;
  readonly origin: string;
  readonly credential: string | undefined;
  /** Name and figure of the limit; "": the one that processes assume before they know others. */
  readonly limit?: string;
}

/** Creates the store in Redis. Sends the script by its digest, and in full if it is not in the cache of the server. */
export function redisStore(runner: ScriptRunner, options: KeyOptions): PermitStore {
  const ready = Promise.all([makeKeys(options), digest("SHA-1", SCRIPT)]);
  // Every request rejects with this error; without one it must not end the process as an unhandled rejection.
  ready.catch(() => undefined);
  return {
    isReady: () => runner.isReady(),
    async request(request) {
      const [keys, sha] = await ready;
      const args = writeArguments(request);
      try {
        return readReply(await runner.bySha(sha, keys, args));
      } catch (error) {
        if (!String(error).includes("NOSCRIPT")) throw error;
        return readReply(await runner.byText(SCRIPT, keys, args));
      }
    },
  };
}

/**
 * Makes the two keys, with one hash tag, so that a cluster has them in one slot. They contain a digest instead of the
 * credential and the origin, which others may not read there.
 */
export async function makeKeys({ keyPrefix, origin, credential, limit = "" }: KeyOptions): Promise<string[]> {
  const hash = (await digest("SHA-256", `svc rate limit\n${origin}\n${credential ?? ""}\n${limit}`)).slice(0, 32);
  return [`${keyPrefix}{${hash}}`, `${keyPrefix}{${hash}}:leases`];
}

async function digest(algorithm: string, text: string): Promise<string> {
  const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
