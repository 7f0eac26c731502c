import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reduceLimit } from "../../src/pacing/limit.ts";
import { createLimit, type LimitEvent, type LimitState, type Phase, phaseOf } from "../../src/pacing/limit-state.ts";
import { UNKNOWN_CLOCK } from "../../src/pacing/window-end.ts";
import { createRandom } from "./random.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/decisions/limiter.md"), "utf8");

const PHASES: Record<Phase, true> = { unreported: true, sampled: true, open: true, assumed: true };
const LIMIT_EVENTS: Record<LimitEvent["type"], true> = {
  sent: true,
  answered: true,
  failed: true,
  refused: true,
  elapsed: true,
  recovered: true,
  misread: true,
};
/** Any event that may come next, of a service whose windows last ten seconds, and whose Reset is wrong now and then. */
function draw(state: LimitState, now: number, random: () => number): LimitEvent {
  const sentAt = now - Math.floor(random() * 3000);
  const times = { sentAt, receivedAt: now };
  const kinds: readonly (() => LimitEvent)[] = [
    () => ({ type: "sent", count: 1 + Math.floor(3 * random()) }),
    () => ({
      type: "answered",
      outcome: { ...times, isAccepted: random() < 0.9, isLimit: false, isTold: true },
      report: {
        name: "",
        limit: 8,
        remaining: Math.floor(8 * random()),
        reset: random() < 0.02 ? 4e12 : Math.ceil(now / 10_000) * 10_000,
        earliest: NaN,
        latest: NaN,
        lengthMs: NaN,
      },
    }),
    () => ({ type: "answered", outcome: { ...times, isAccepted: true, isLimit: false, isTold: false } }),
    () => ({ type: "failed", now }),
    () => ({
      type: "refused",
      refusal: { ...times, report: undefined, waitMs: 500, isLimit: true, isDown: false, random },
    }),
    () => ({ type: "elapsed", now }),
    () => ({ type: "recovered" }),
    () => ({ type: "misread" }),
  ];
  const kind = kinds[Math.floor(kinds.length * random())] as () => LimitEvent;
  const event = kind();
  const isEnd = event.type === "answered" || event.type === "failed";
  return isEnd && state.inFlight < 1 ? { type: "sent", count: 1 } : event;
}

/** Every change of phase that ever happens: `from --> to: event`. */
function changes(): string[] {
  const found = new Set<string>();
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    let state = createLimit();
    let now = 1_800_000_000_000;
    for (let step = 0; step < 300; step++) {
      now += Math.floor(random() * 2000);
      const event = draw(state, now, random);
      const next = reduceLimit(state, event, UNKNOWN_CLOCK);
      const [from, to] = [phaseOf(state), phaseOf(next)];
      if (from !== to) found.add(`${from} --> ${to}: ${event.type}`);
      state = next;
    }
  }
  return [...found].sort();
}

describe("the diagram of a limit", () => {
  const [, diagram = ""] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
  const edges = Array.from(diagram.matchAll(/^\s*(\w+ --> \w+: \w+)/gm), ([, edge]) => edge);

  test("shows every change of phase that events cause, and no other", () => {
    expect(edges.sort()).toEqual(changes());
  });

  test("begins where a limit begins, and names all phases", () => {
    expect(diagram).toContain(`[*] --> ${phaseOf(createLimit())}`);
    for (const phase of Object.keys(PHASES)) expect(diagram).toContain(phase);
  });

  test("stands beside a list of the events", () => {
    const [, list = ""] = /^Events of a limit: (.*)$/m.exec(page) ?? [];
    expect(Array.from(list.matchAll(/`(\w+)`/g), ([, event]) => event)).toEqual(Object.keys(LIMIT_EVENTS));
  });
});
