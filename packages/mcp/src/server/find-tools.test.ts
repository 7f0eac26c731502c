import { expect, test } from "vitest";
import { findTools } from "./find-tools.ts";

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

test("of a thousand tools those are found that have the words of a query, however many others it has", () => {
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const name = `tool_${index}`;
    return { name, method: name, description: "", call: "GET /", hints, input: {} };
  });
  const others = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
  expect(findTools(rows, others)).toEqual([]);
  expect(findTools(rows, `tool_7 ${others}`)[0]).toBe(rows[7]);
});
