import { expect, test } from "vitest";
import { KEYWORDS, type Keyword, LIMITS } from "./keywords.ts";
import type { Schema } from "./schema.ts";

/** Does not compile if the interface has a keyword that the table does not have, or the reverse. */
const ROWS: { readonly [Name in Exclude<keyof Schema, "$ref" | `x-${string}`>]-?: Keyword } = KEYWORDS;

test("what is beyond a limit is limited on the other side, and says so of the same values", () => {
  for (const { keyword, of, side, beyond } of LIMITS) {
    const other = LIMITS.find((limit) => limit.keyword === beyond.keyword);
    expect([keyword, other?.of, other?.side]).toEqual([keyword, of, side === "least" ? "most" : "least"]);
  }
  expect(LIMITS.map(({ keyword }) => keyword).filter((keyword) => ROWS[keyword].form === "number")).toHaveLength(2);
});
