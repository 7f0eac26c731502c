import { inspect } from "node:util";
import { SvcError, ValidationError } from "../../src/errors/errors.ts";
import type { SvcClientOptions } from "../../src/runtime.ts";
import { type Setup, setup } from "../support/client.ts";
import { manualClock, settled } from "../support/manual-clock.ts";
import { anyOutcome, SECRET } from "./any-answer.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * One call against a service that answers anything, on a clock that is moved. Gives what became of it: `data`, or the name
 * of its error.
 *
 * @throws Error that says what is broken: a call that does not settle, an error of another kind, or one that cannot be
 *   looked at or gives a credential away
 */
export async function runCase(seed: number): Promise<string> {
  const random = createRandom(seed);
  // The date of a machine is set now and then, which no duration may notice.
  const time = manualClock();
  let dateMs = 0;
  const clock = { ...time, now: () => time.now() + dateMs, monotonic: time.now };
  const made = setup([(request) => anyOutcome(random, request.url)], { ...anyOptions(random), clock });
  const { svc } = made;
  let outcome: { readonly data?: unknown; readonly error?: unknown } | undefined;
  anyCall(made, random).then(
    (data) => (outcome = { data }),
    (error: unknown) => (outcome = { error }),
  );
  for (let round = 0; round < 60 && outcome === undefined; round++) {
    await settled();
    if (random.chance(0.05)) dateMs += random.pick([-1, 1]) * random.pick([1, 1000, 3_600_000, 1e11]);
    if (outcome === undefined) await time.advance(15_000);
  }
  if (outcome === undefined) throw new Error("the call did not settle");
  const name = "error" in outcome ? judgeError(outcome.error) : "data";
  await drop(outcome.data);
  await svc.close();
  const { inFlight, queued } = svc.rateLimit;
  if (inFlight !== 0 || queued !== 0) throw new Error(`${inFlight} calls in flight and ${queued} queued after close()`);
  if (time.pending !== 0) throw new Error(`${time.pending} timers after close()`);
  return name;
}

function anyOptions(random: Random): Partial<SvcClientOptions> {
  return {
    auth: SECRET,
    random: random.next,
    timeoutMs: 5000,
    totalTimeoutMs: random.chance(0.8) ? 400_000 : 20_000,
    maxResponseBytes: random.pick([10, 2500, 1_000_000]),
    rateLimit: random.chance(0.8) ? { maxWaitMs: 300_000 } : false,
    retry: random.chance(0.8) ? {} : false,
  };
}

function anyCall({ svc }: Setup, random: Random): Promise<unknown> {
  const calls: readonly (() => Promise<unknown>)[] = [
    () => svc.health.get(),
    () => svc.personas.emails.list("p1", { timedelta: { minutes: 5 } }),
    () => svc.items.create({ a: random.pick([1, "\ud800", { "\udfff": "\udc00" }]) }),
    () => svc.personas.emails.list(random.pick(["\ud800", "a\udfff"]), { limit: "\udc00" }),
    () => svc.items.head("i1"),
    () => svc.items.delete("i1").withResponse(),
    () => svc.raw.GET("/health" as never, {} as never),
    () =>
      svc.raw.POST("/items" as never, { body: { a: 1 }, parseAs: random.pick(["json", "text", "stream"]) } as never),
  ];
  return random.pick(calls)();
}

/** The name of an error that users can work with. */
export function judgeError(error: unknown): string {
  if (!SvcError.is(error)) throw new Error(`an error of another kind: ${inspect(error)}`);
  const shown = [String(error), error.stack, inspect(error, { depth: 5 }), JSON.stringify(error)];
  if (ValidationError.is(error)) shown.push(JSON.stringify(error.fieldErrors), String(error.issues.length));
  if (shown.some((text) => text?.includes(SECRET)))
    throw new Error(
      `${error.name} gives the credential away: ${shown.find((text) => text?.includes(SECRET))?.slice(0, 600)}`,
    );
  if (error.message.length > 1000) throw new Error(`a message of ${error.message.length} characters`);
  return error.name;
}

/** A stream that nobody reads holds its connection. */
async function drop(data: unknown): Promise<void> {
  const found = data instanceof ReadableStream ? data : (data as { data?: unknown } | null | undefined)?.data;
  if (found instanceof ReadableStream && !found.locked) await found.cancel().catch(() => {});
}
