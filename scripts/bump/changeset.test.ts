import { expect, test } from "vitest";
import type { Change } from "../diff/change.ts";
import { writeChangeset } from "./changeset.ts";

const CHANGE: Change = {
  id: "x",
  rule: "response-became-nullable" as never,
  level: "major",
  pointer: "/components/schemas/Email/properties/subject",
  operations: ["persona_emails_list"],
  message: "`Email.subject` may now be null: string → string | null.",
  labels: ["compile"],
};

function write(changes: readonly Change[]): string {
  return writeChangeset({ from: "1", to: "2", level: "minor", changes, lineOf: () => 265 });
}

test("one changeset names every package of the fixed group and tells what changed, whom it hurts, and where", () => {
  expect(write([CHANGE])).toBe(`---
"@svc/spec": minor
"@svc/types": minor
"@svc/client": minor
"@svc/testing": minor
---

Version \`2\` of the document, after \`1\`.

**Breaking**

- \`Email.subject\` may now be null: string → string \\| null. [compile] In \`persona_emails_list\`. \`/components/schemas/Email/properties/subject\` (line 265)
`);
});

test("text of a document cannot add a changeset's front matter, a link or a heading", () => {
  const text = write([{ ...CHANGE, message: "a\n---\n# x [y](javascript:z) <img src=x> `code", pointer: "/a`b" }]);
  expect(text.match(/^---$/gm)).toHaveLength(2);
  expect(text).not.toMatch(/^#|(?<!\\)\]\(|<img/m);
});
