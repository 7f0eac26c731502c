import { expect, test } from "vitest";
import { encodedLists } from "./encoding.ts";

test("a list that is JSON in one part, or one text by its style, has its items", () => {
  const json = { contentType: "application/json" };
  const values = { owners: ['[{"id":"1"}]'], none: ["[]"], text: ["x"], csv: ["a,b"], pipe: ["a|b"], many: ["a,b"] };
  const encoding = {
    owners: json,
    none: json,
    text: json,
    csv: { explode: false },
    pipe: { style: "pipeDelimited", explode: false },
    many: { style: "form" },
    absent: json,
  };
  expect(encodedLists(new Map(Object.entries(values)), encoding)).toEqual({
    owners: [{ id: "1" }],
    none: [],
    csv: ["a", "b"],
    pipe: ["a", "b"],
  });
});
