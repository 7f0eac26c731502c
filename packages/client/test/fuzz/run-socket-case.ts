import { createClient, type SvcClient } from "../../src/runtime.ts";
import type { Methods } from "../support/client.ts";
import { table } from "../support/table.ts";
import { SECRET } from "./any-answer.ts";
import { judgeError } from "./run-case.ts";

/** Milliseconds that an attempt may take: a server on loopback has answered by then, or never will. */
const TIMEOUT_MS = 200;

/** One call over a real connection to a server that answers with any bytes. As {@link runCase}, but in real time. */
export async function runSocketCase(baseUrl: string, seed: number): Promise<string> {
  const svc: SvcClient<Methods, Record<string, never>> = createClient(table, {
    baseUrl: `${baseUrl}/${seed}`,
    auth: SECRET,
    timeoutMs: TIMEOUT_MS,
    totalTimeoutMs: 2 * TIMEOUT_MS,
    maxResponseBytes: 100_000,
    retry: { limit: 1, baseMs: 1, maxDelayMs: 1 },
    rateLimit: { maxWaitMs: 1 },
  });
  try {
    const data = await svc.personas.emails.list("p1");
    if (data instanceof ReadableStream) await data.cancel().catch(() => {});
    return "data";
  } catch (error) {
    return judgeError(error);
  } finally {
    await svc.close();
  }
}
