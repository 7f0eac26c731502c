import { expect, test } from "vitest";
import { snapshotOf } from "./snapshot.ts";

const many = <Box>(count: number, box: Box) =>
  new Map(Array.from({ length: count }, (_, index) => [`id-${index}`, box] as const));

test("personas and sessions are shown by their ids", () => {
  const session = { cookies: [], network: undefined, replay: { page: 1 } };
  const personas = new Map([["p", { all: () => [{ subject: "a" }] }]]);
  const sessions = new Map([["s", { peek: () => session }]]);
  expect(snapshotOf({ personas, sessions })).toEqual({
    personas: { p: { emails: [{ subject: "a" }] } },
    sessions: { s: session },
    leftOut: 0,
  });
});

test.each([
  [49, 0],
  [50, 0],
  [53, 6],
])("of %i personas and as many sessions %i entries are left out", (count, leftOut) => {
  const personas = many(count, { all: () => Array.from({ length: 51 }, () => ({})) });
  const sessions = many(count, { peek: () => ({ cookies: 1, network: 2, replay: 3 }) });
  const snapshot = snapshotOf({ personas, sessions });
  expect(snapshot.leftOut).toBe(leftOut);
  const shown = Math.min(count, 50);
  expect([Object.keys(snapshot.personas).length, Object.keys(snapshot.sessions).length]).toEqual([shown, shown]);
  expect(snapshot.personas["id-0"]?.emails).toHaveLength(50);
});
