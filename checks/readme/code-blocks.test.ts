import { expect, test } from "vitest";
import { codeBlocks, headingAnchors, localLinks, missingOutput, namedScripts, promisedOutput } from "./code-blocks.ts";

test("fenced blocks are found with their language, what is said of them, and their line", () => {
  const markdown = "# A\n\n```ts continued\nconst a = 1;\n```\n\n```sh\npnpm test\n```\n";
  expect(codeBlocks(markdown)).toEqual([
    { language: "ts", info: "continued", code: "const a = 1;\n", line: 3 },
    { language: "sh", info: "", code: "pnpm test\n", line: 7 },
  ]);
});

test("a comment behind console.log is a promise of output", () => {
  expect(promisedOutput("console.log(a); // 1 2\n  if (b) console.log(f(b));\nrun(); // no\n")).toEqual(["1 2"]);
});

test("a comment on the line after a statement that prints is one, too", () => {
  expect(promisedOutput("console.log(a);\n// 1\n// not this\nrun();\n// nor this\n")).toEqual(["1"]);
  expect(promisedOutput("  console.log(\n    a,\n  );\n  // 1\n  console.log(b); // 2\n  // no\n")).toEqual(["1", "2"]);
});

test("promised lines that come in another order are missing", () => {
  expect(missingOutput(["a", "b"], "a\nx\nb\n")).toEqual([]);
  expect(missingOutput(["b", "a"], "a\nb\n")).toEqual(["a"]);
});

test("commands name their scripts", () => {
  expect(namedScripts("npx -y pnpm@12 start # all\npnpm spec:diff A B\nnode x.ts\n")).toEqual(["start", "spec:diff"]);
});

test("links into the checkout are told from others, and from code", () => {
  const markdown = "[a](docs/a.md#x) [b](https://b.example) [c](#d) [`e`](packages/e)\n```ts\na[0](b)\n```\n";
  expect(localLinks(markdown)).toEqual(["docs/a.md#x", "#d", "packages/e"]);
});

test("headings have anchors, and lines of code have none", () => {
  const markdown = "# What `svc-fake` does\n\n```sh\n# no heading\n```\n## At a rate limit: 20/s\n";
  expect([...headingAnchors(markdown)]).toEqual(["what-svc-fake-does", "at-a-rate-limit-20-s"]);
});
