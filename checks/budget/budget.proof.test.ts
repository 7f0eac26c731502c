import { expect, test } from "vitest";
import { overBudget, readBudget } from "./compare.ts";
import { measureTypes } from "./measure-types.ts";

test("three calls of a large client cost the compiler at most a twentieth over the budget: else `pnpm test:budget --update`", async () => {
  expect(overBudget(await measureTypes(), readBudget())).toEqual([]);
  // A large document is generated and compiled, whatever else the machine does.
}, 300_000);
