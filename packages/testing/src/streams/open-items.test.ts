import { expect, test } from "vitest";
import { charactersOf } from "../journal/journal.ts";
import { createSource, openItems } from "./open-items.ts";

test("of a long stream the latest items are kept for who continues, and the first for the journal", async () => {
  const source = createSource(Array.from({ length: 25_000 }, (_, id) => ({ id: String(id), data: "x" })));
  const context = { operation: "a", status: 200, mediaType: "text/event-stream", validate: undefined };
  const hooks = { track: <Value>(work: () => Value): Value => work(), onError: () => {}, onGrow: () => {} };
  const { rest } = openItems(source, 0, { ...context, ...hooks, stream: { framing: "events", item: {} } as never });
  await new Response(rest?.stream).text();
  expect([source.dropped, source.sent.length, source.sent.at(-1)?.id]).toEqual([10_000, 15_000, "24999"]);
  expect(source.characters).toBe(source.sent.reduce((sum, { text }) => sum + text.length, 0));
  const log = source.log;
  expect([log.count, log.items.length, charactersOf(log) > 1000]).toEqual([25_000, 1000, true]);
});
