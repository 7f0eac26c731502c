import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, all, type CallQueue, first, remove, type Waiter } from "./call-queue.ts";

const waiter = (rank: number): Waiter => ({ rank, giveUpAt: 0, settle: () => {} });

function drain(queue: CallQueue): Waiter[] {
  const taken: Waiter[] = [];
  for (let next = first(queue); next; next = first(queue)) {
    remove(queue, next);
    taken.push(next);
  }
  return taken;
}

describe("a call queue", () => {
  it("is empty at first", () => {
    expect(first(new Map())).toBeUndefined();
    expect(all(new Map())).toEqual([]);
  });

  it("serves by rank, and equals in order of arrival", () => {
    const rank = fc.constantFrom(-1, 0, 0.5, 1, 7);
    fc.assert(
      fc.property(fc.array(rank), (ranks) => {
        const queue: CallQueue = new Map();
        const waiters = ranks.map(waiter);
        for (const one of waiters) add(queue, one);
        expect(all(queue)).toHaveLength(waiters.length);
        expect(drain(queue)).toEqual([...waiters].sort((a, b) => b.rank - a.rank));
      }),
    );
  });

  it("forgets what is removed, and keeps nothing of it", () => {
    const queue: CallQueue = new Map();
    const [a, b, c] = [waiter(0), waiter(0), waiter(3)];
    for (const one of [a, b, c]) add(queue, one);
    remove(queue, a);
    remove(queue, a);
    remove(queue, c);
    expect(first(queue)).toBe(b);
    remove(queue, b);
    expect(queue.size).toBe(0);
  });
});
