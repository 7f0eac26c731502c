import type { RecordedCall } from "@svc/testing/runtime";
import type { Session } from "../session.ts";
import { describeAny } from "./describe.ts";
import type { Bar, Frame, ShownCall, ShownFault } from "./protocol.ts";
import { createStreamReader } from "./stream-parts.ts";

/** Requests that a page shows: the newest. */
const SHOWN = 200;
/** Windows of the past that the bars show, the present one included. */
const BARS = 12;

/** Reads the state of a session, each request once. */
export interface FrameReader {
  read(): Frame;
}

export function createFrameReader(session: Session): FrameReader {
  let known = session.world.shown;
  let read = 0;
  let journal = 0;
  let streams = createStreamReader();
  const counts = { answered: 0, refused: 0, unanswered: 0 };
  const begin = (): void => {
    read = 0;
    journal += 1;
    streams = createStreamReader();
    Object.assign(counts, { answered: 0, refused: 0, unanswered: 0 });
  };
  const count = (call: RecordedCall): void => {
    const { status } = call;
    counts[status === undefined ? "unanswered" : status >= 400 && status < 500 ? "refused" : "answered"] += 1;
    if (call.fault !== undefined) session.world.faults.met(call);
  };
  return {
    read() {
      const { world } = session;
      const { shown: fake } = world;
      const { calls, clock } = fake;
      if (fake !== known || calls.length < read) begin();
      known = fake;
      const added = calls.slice(read);
      for (const [index, call] of added.entries()) {
        count(call);
        streams.add(call, read + index);
      }
      const first = Math.max(read, calls.length - SHOWN);
      read = calls.length;
      const { remaining, queued, inFlight } = world.svc.rateLimit;
      const window = world.window();
      return {
        journal,
        counts: { ...counts },
        calls: added.slice(-SHOWN).map((call, index) => describeCall(call, first + index)),
        streams: streams.read(),
        now: clock.now(),
        pending: clock.pending,
        limiter: { remaining, queued, inFlight },
        window: { remaining: window?.remaining ?? 0, resetAt: window?.resetAt ?? 0 },
        bars: barsOf(session),
        faults: world.faults.all.map(({ id, options, left }): ShownFault => ({ id, options, left })),
        store: Object.entries(fake.snapshot()).map(([name, value]) => [name, describeAny(value).value] as const),
      };
    },
  };
}

/** Counts of the last windows, oldest first. */
function barsOf({ world: { shown: fake }, settings: { windowSeconds } }: Session): Bar[] {
  const windowMs = windowSeconds * 1000;
  const present = Math.floor(fake.clock.now() / windowMs);
  const bars = Array.from({ length: BARS }, () => ({ answered: 0, refused: 0 }));
  for (let index = fake.calls.length - 1; index >= 0; index--) {
    const call = fake.calls[index];
    const bar = call && bars[BARS - 1 - (present - Math.floor(call.at.getTime() / windowMs))];
    if (call === undefined || bar === undefined) break;
    if (call.status === 429) bar.refused += 1;
    else if (call.status !== undefined) bar.answered += 1;
  }
  return bars;
}

function describeCall(call: RecordedCall, number: number): ShownCall {
  const { method, target, at, status, fault, durationMs, operation, unmatched } = call;
  const { path, query, headers, body, responseHeaders, responseBody } = call;
  return {
    number,
    title: `${method} ${target}`,
    at,
    status,
    fault,
    durationMs,
    operation,
    unmatched,
    lastEventId: (headers as Readonly<Record<string, string | undefined>>)["last-event-id"],
    request: [...texts("path.", path), ...texts("query.", query), ...texts("", headers)],
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body, null, 2),
    answer: texts("", responseHeaders),
    responseBody,
  };
}

function texts(prefix: string, values: object): [string, string][] {
  return Object.entries(values).map(([name, value]: [string, unknown]) => [
    prefix + name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}
