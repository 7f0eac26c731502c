import type { ScriptRunner } from "./redis-client.ts";
import { SCRIPT, writeAsk } from "./script.ts";
import { readGrant, type Store } from "./store.ts";

/** What the keys of one credential and origin are made of. */
export interface KeyOptions {
  readonly keyPrefix: string;
  readonly origin: string;
  readonly credential: string | undefined;
}

/** The shared state in Redis. The script is sent by its hash, and in full where the server does not know it (any more). */
export function redisStore(runner: ScriptRunner, options: KeyOptions): Store {
  const ready = Promise.all([makeKeys(options), digest("SHA-1", SCRIPT)]);
  // Who asks is told; that nobody asks is no reason to end the process.
  ready.catch(() => undefined);
  return {
    isReady: () => runner.isReady(),
    async ask(ask) {
      const [keys, sha] = await ready;
      const args = writeAsk(ask);
      try {
        return readGrant(await runner.bySha(sha, keys, args));
      } catch (error) {
        if (!String(error).includes("NOSCRIPT")) throw error;
        return readGrant(await runner.byText(SCRIPT, keys, args));
      }
    },
  };
}

/** Two keys in one slot of a cluster. They hold a hash: neither credential nor origin can be read from them. */
export async function makeKeys({ keyPrefix, origin, credential }: KeyOptions): Promise<string[]> {
  const hash = (await digest("SHA-256", `svc rate limit\n${origin}\n${credential ?? ""}`)).slice(0, 32);
  return [`${keyPrefix}{${hash}}`, `${keyPrefix}{${hash}}:leases`];
}

async function digest(algorithm: string, text: string): Promise<string> {
  const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
