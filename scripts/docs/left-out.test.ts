import { expect, test } from "vitest";
import { countLeftOut, leaveOut, putBack, relink, withoutLeftOut } from "./left-out.ts";

const PAGE = "# A\n\n```ts\na(); // -->\n```\n\nThen:\n\n```ts continued\nb();\n```\n\n```sh\nc\n```\n";
const BLOCKS = [
  { line: 3, code: "a(); // -->\n" },
  { line: 9, code: "b();\n" },
];
const left = leaveOut(PAGE, [{ blocks: BLOCKS, version: "2.0.0" }]);

test("what is left out is a comment, with one line for readers", () => {
  expect(left).toContain("a(); // --&gt;");
  expect(left.match(/^\*Left out: .*2\.0\.0/gm)).toHaveLength(1);
  expect(countLeftOut(left)).toBe(2);
  expect(withoutLeftOut(left)).not.toContain("b();");
  expect(withoutLeftOut(left).split("\n")).toHaveLength(left.split("\n").length);
});

test("what is put back is as it was", () => {
  expect(putBack(left)).toBe(PAGE);
});

test("a link to an operation that is gone is text, and a link again once it is there", () => {
  const page = "See [all](../operations/a.md) and [it](../operations/b.md).";
  const gone = relink(page, (link) => !link.includes("a.md"));
  expect(gone).toBe("See [all]<!-- ../operations/a.md --> and [it](../operations/b.md).");
  expect(relink(gone, () => true)).toBe(page);
});
