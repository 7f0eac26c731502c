import { expect, test } from "vitest";
import { detectTerminal } from "./terminal.ts";

test("NO_COLOR, a dumb terminal and CI turn colour off", () => {
  const write = () => true;
  const colour = (env: Record<string, string>) => detectTerminal({ isTTY: true, write }, env).colour;
  expect(colour({})).toBe(true);
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }, { CI: "true" }]) expect(colour(env)).toBe(false);
});
