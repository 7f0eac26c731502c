import { createPacer, type PacerOptions } from "../../src/pacing/create-pacer.ts";
import { limitsByOperation } from "../../src/pacing/limits-by-operation.ts";
import type { Pacer } from "../../src/pacing/pacer.ts";
import { createRandom } from "./random.ts";
import type { Limit, Verdict } from "./servers.ts";
import { createVirtualTime } from "./virtual-time.ts";

export interface Scenario {
  readonly seed: number;
  readonly limit: Limit;
  /** How Reset is written. Whole seconds are rounded up unless said otherwise. @default "s" */
  readonly reset?: "s" | "s-floor" | "ms" | "delta" | "delta-floor" | "none";
  /** @default true */
  readonly date?: boolean;
  /** Server clock less client clock, in milliseconds. @default 0 */
  readonly skewMs?: number;
  /** Shortest and longest time on each way. @default [2, 3] */
  readonly latencyMs?: readonly [number, number];
  /** Time the server works on a request after it was counted. @default 0 */
  readonly workMs?: number;
  /** Share of requests that never arrive, and of answers that never arrive. @default 0 */
  readonly lossRate?: number;
  /** @default 1 */
  readonly clients?: number;
  /** Time in which the clients begin, one after another. @default 1 */
  readonly staggerMs?: number;
  readonly tasks: number;
  /** Requests of others: [server time after a moment at which all windows begin, how many]. */
  readonly others?: readonly (readonly [number, number])[];
  /** The server answers 503 without headers while this holds, and counts nothing. Time after the start. */
  readonly isDown?: (time: number) => boolean;
  /** Retry-After of a refusal. */
  readonly retryAfter?: (verdict: Verdict, now: number) => string | undefined;
  /** Headers of the limit, instead of X-RateLimit with `reset`. */
  readonly headers?: (verdict: Verdict, now: number) => { readonly [name: string]: string };
  /** Status of a refusal. @default 429 */
  readonly refusal?: 403 | 429 | 503;
  /** Stops here even if tasks are left. */
  readonly untilMs?: number;
  readonly options?: Partial<PacerOptions>;
}

export interface Outcome {
  readonly completed: number;
  /** Requests that arrived, and those answered 429. */
  readonly arrived: number;
  readonly refused: number;
  readonly failed: number;
  /** Accepted per window, in order; of all clients, without others. */
  readonly windows: readonly number[];
  /** Refused per window. */
  readonly refusals: readonly number[];
  /** Completed per client. */
  readonly shares: readonly number[];
  readonly endedAt: number;
  readonly maxInFlight: number;
  /** Most in flight before the first answer. */
  readonly blind: number;
  /** Timers that live after close. */
  readonly timers: number;
  /** Tasks that neither completed nor failed. */
  readonly unsettled: number;
  /** Calls that wait although the pacer is closed. */
  readonly waitingAfterClose: number;
  /** Calls that went before one that was asked earlier, of those never refused or lost. */
  readonly outOfOrder: number;
  /** Accepted by arrival time. */
  readonly acceptedAt: readonly number[];
}

/** Failure that a client sees where a request or an answer is lost. */
const LOST = new Error("connection reset");

/** Whole seconds: all skews, windows and starts are relative to it. */
const EPOCH = 1_800_000_000_000;

interface Served {
  readonly status: number;
  readonly headers: Headers;
  readonly workMs: number;
  readonly isRefusal?: boolean;
  readonly done?: () => void;
}

interface Task {
  readonly client: number;
  readonly order: number;
}

/** Runs clients against a server on a virtual clock until all tasks are settled. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
  const { limit, seed, skewMs = 0, workMs = 0, lossRate = 0, clients = 1, tasks } = scenario;
  const [shortest, longest] = scenario.latencyMs ?? [2, 3];
  const random = createRandom(seed);
  const world = createVirtualTime();
  const start = random() * 10_000;
  const clock = world.clock(EPOCH + start - skewMs);
  const serverNow = (): number => EPOCH + start + world.now();
  const leg = (): number => shortest + random() * (longest - shortest);
  const windows = new Map<number, number>();
  const refusals = new Map<number, number>();
  const shares = new Array<number>(clients).fill(0);
  const acceptedAt: number[] = [];
  let [completed, arrived, refused, failed, inFlight, maxInFlight, blind, answers] = [0, 0, 0, 0, 0, 0, 0, 0];

  const serve = (): Served => {
    const now = serverNow();
    const headers = new Headers();
    if (scenario.date !== false) headers.set("date", new Date(now).toUTCString());
    if (scenario.isDown?.(world.now())) return { status: 503, headers, workMs: 0 };
    arrived++;
    const verdict = limit.take(now);
    const counter = verdict.accepted ? windows : refusals;
    if (verdict.window !== undefined) counter.set(verdict.window, (counter.get(verdict.window) ?? 0) + 1);
    if (verdict.accepted) acceptedAt.push(world.now());
    const told = scenario.headers?.(verdict, now);
    for (const [name, value] of Object.entries(told ?? {})) headers.set(name, value);
    if (!told && scenario.reset !== "none") {
      headers.set("x-ratelimit-limit", String(verdict.limit));
      headers.set("x-ratelimit-remaining", String(verdict.remaining));
      headers.set("x-ratelimit-reset", writeReset(scenario.reset ?? "s", verdict.resetAt, now));
    }
    if (verdict.accepted) return { status: 200, headers, workMs, ...(limit.done && { done: () => limit.done?.() }) };
    refused++;
    const retryAfter = scenario.retryAfter?.(verdict, now);
    if (retryAfter !== undefined) headers.set("retry-after", retryAfter);
    return { status: scenario.refusal ?? 429, headers, workMs: 0, isRefusal: true };
  };

  const send = (pacer: Pacer, task: Task): void => {
    const sentAt = clock.now();
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    if (answers === 0) blind = Math.max(blind, inFlight);
    const lost = random() < lossRate;
    const reaches = !lost || random() < 0.5;
    const giveUp = (): void => {
      inFlight--;
      pacer.failed({ failure: LOST });
      enter(pacer, task, "again");
    };
    const arrive = (): void => {
      const answer = serve();
      const respond = (): void => {
        answer.done?.();
        if (lost) return;
        world.at(world.now() + leg(), () => {
          inFlight--;
          answers++;
          const { status, headers, isRefusal } = answer;
          const refusal = pacer.answered({ status, headers, sentAt, receivedAt: clock.now() });
          if (status === 429 && !refusal) throw new Error("a 429 is a refusal");
          if (isRefusal) enter(pacer, task, "refused");
          else if (status === 503) world.at(world.now() + 20 + 180 * random(), () => enter(pacer, task, "again"));
          else {
            completed++;
            shares[task.client] = (shares[task.client] ?? 0) + 1;
          }
        });
      };
      if (answer.workMs > 0) world.at(world.now() + answer.workMs, respond);
      else respond();
    };
    if (reaches) world.at(world.now() + leg(), arrive);
    if (lost) world.at(world.now() + 4 * longest + workMs + 1, giveUp);
  };

  let [waiting, outOfOrder] = [0, 0];
  const lastOrder = new Array<number>(clients).fill(-1);
  const enter = (pacer: Pacer, task: Task, kind: "first" | "refused" | "again"): void => {
    const go = (): void => {
      if (kind === "first") {
        if (task.order < (lastOrder[task.client] ?? -1)) outOfOrder++;
        lastOrder[task.client] = task.order;
      }
      send(pacer, task);
    };
    const turn = pacer.enter({ retry: kind === "refused" });
    if (turn === undefined) {
      go();
      return;
    }
    waiting++;
    turn.then(
      () => {
        waiting--;
        go();
      },
      () => {
        waiting--;
        failed++;
      },
    );
  };

  const clocks = Array.from({ length: clients }, () => world.clock(EPOCH + start - skewMs));
  const pacers = clocks.map((own) =>
    createPacer({
      clock: own,
      random,
      maxWaitMs: 1e12,
      errors: { rateLimited: () => new Error("too long") },
      limits: limitsByOperation,
      ...scenario.options,
    }),
  );
  for (const [time, count] of scenario.others ?? []) {
    if (time < start) continue;
    world.at(time - start, () => {
      for (let taken = 0; taken < count; taken++) limit.take(serverNow());
    });
  }
  for (const [client, pacer] of pacers.entries()) {
    world.at(random() * (scenario.staggerMs ?? 1), () => {
      for (let task = 0; task < tasks; task++) enter(pacer, { client, order: task }, "first");
    });
  }
  await world.run(scenario.untilMs);
  const endedAt = world.now();
  const failedBefore = failed;
  for (const pacer of pacers) pacer.close(new Error("closed"));
  for (let turn = 0; turn < 5; turn++) await null;
  const timers = clocks.reduce((sum, own) => sum + own.pending(), 0);
  const first = Math.min(...windows.keys(), ...refusals.keys());
  const last = Math.max(...windows.keys(), ...refusals.keys(), first);
  const list = (of: Map<number, number>): number[] =>
    Number.isFinite(last - first)
      ? Array.from({ length: last - first + 1 }, (_, index) => of.get(first + index) ?? 0)
      : [];
  return {
    completed,
    arrived,
    refused,
    failed: failedBefore,
    windows: list(windows),
    refusals: list(refusals),
    shares,
    endedAt,
    maxInFlight,
    blind,
    timers,
    unsettled: clients * tasks - completed - failedBefore,
    waitingAfterClose: waiting,
    outOfOrder,
    acceptedAt,
  };
}

function writeReset(form: string, at: number, now: number): string {
  if (form === "ms") return String(Math.ceil(at));
  if (form === "delta") return String(Math.ceil((at - now) / 1000));
  if (form === "delta-floor") return String(Math.floor((at - now) / 1000));
  return String(form === "s-floor" ? Math.floor(at / 1000) : Math.ceil(at / 1000));
}
