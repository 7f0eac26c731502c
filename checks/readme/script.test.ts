import { expect, test } from "vitest";
import { codeBlocks } from "./code-blocks.ts";
import type { Page } from "./page.ts";
import { placeOf, scriptsOf, startOf } from "./script.ts";

function pageOf(markdown: string): Page {
  return { path: "docs/a.md", folder: "docs_a_md", markdown, blocks: codeBlocks(markdown) };
}

const PAGE = pageOf(`
\`\`\`ts
const a = 1;
\`\`\`

\`\`\`ts continued
console.log(a); // 1
\`\`\`

\`\`\`ts
// code.ts
export const b = 2;
\`\`\`

\`\`\`ts check-only: needs a browser
import { test } from "vitest";
\`\`\`
`);

test("a continued block belongs to the file before it, and its lines are found again", () => {
  const [first] = scriptsOf(PAGE);
  expect(first).toMatchObject({ name: "block-2.ts", promised: ["1"], runner: "node", checkOnly: undefined });
  expect([placeOf(first as never, 1), placeOf(first as never, 2)]).toEqual(["docs/a.md:3", "docs/a.md:7"]);
  expect(startOf(first as never)).toBe("docs/a.md:2");
});

test("a first line that is a file's name names the file", () => {
  expect(scriptsOf(PAGE)[1]).toMatchObject({ name: "code.ts" });
});

test("the runner follows from what is imported, and a reason keeps a block from being run", () => {
  expect(scriptsOf(PAGE)[2]).toMatchObject({ runner: "vitest", checkOnly: "needs a browser" });
});
