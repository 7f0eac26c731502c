import type { CheckResult } from "../result.ts";
import type { Urls } from "../runtime.ts";

/** Sends the worker a request, and gives what it found. */
export type Call = (path: string, body: object) => Promise<readonly CheckResult[]>;

/** More than the longest of these requests waits for its turn. */
const PATIENCE_MS = 8000;

/** Two and a half windows of the service that limits. */
const BURST = 12;

/**
 * One worker for many requests. What a request has begun ends with it, timers too: calls of other requests may not
 * depend on them.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
export async function checkRequests(call: Call, urls: Urls): Promise<readonly CheckResult[]> {
  const send = (scope: string, expected: string): Promise<CheckResult> =>
    inTime(call("/request", { urls, scope, expected, timeoutMs: 2000 }));
  const inTurn = [await send("module", "data"), await send("module", "data"), await send("request", "data")];
  const atOnce = async (scope: string): Promise<CheckResult[]> => {
    const results: CheckResult[] = [];
    for (const _ of ["first", "second"]) {
      results.push(...(await Promise.all(Array.from({ length: BURST }, () => send(scope, "data")))));
    }
    return results;
  };
  const ofRequests = await atOnce("request");
  const ofModule = await atOnce("module");
  await fetch(`${urls.limited}/__fake/fail`, { method: "POST", body: JSON.stringify({ timeout: true }) });
  const limited = [await send("module", "TimeoutError")];
  return [
    sum("requests in turn are served", inTurn),
    sum("requests at once are paced, each with a client of its own", ofRequests),
    sum("requests at once are paced, with one client", ofModule),
    sum("a client that outlives requests keeps its time limits", limited),
  ];
}

async function inTime(results: Promise<readonly CheckResult[]>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    const [result] = await Promise.race([results, late]);
    return result ?? { name: "", ok: false, error: "no result" };
  } catch (error) {
    return { name: "", ok: false, error: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** One result for many requests. */
function sum(name: string, results: readonly CheckResult[]): CheckResult {
  const bad = results.filter(({ ok }) => !ok);
  if (bad.length === 0) return { name, ok: true };
  return { name, ok: false, error: `${bad.length} of ${results.length} requests: ${bad[0]?.error}` };
}
