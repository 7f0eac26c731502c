import fc from "fast-check";
import { expect, test } from "vitest";
import { code, codeBlock, link, markdown, markdownBlock, md, tableRow } from "./index.ts";

test.each([
  ["plain text, a-b (c) 1.5", "plain text, a-b (c) 1.5"],
  ["snake_case and _emphasis_", "snake_case and \\_emphasis\\_"],
  ["**b** [x](javascript:y) <b> {z}", "\\*\\*b\\*\\* \\[x\\](javascript:y) &#60;b\\> &#123;z&#125;"],
  ["# not a heading", "\\# not a heading"],
  ["- no list", "\\- no list"],
  ["1. no list", "1\\. no list"],
  ["---\nlayout: evil\n---", "\\--- layout: evil ---"],
  ["a | b", "a \\| b"],
  ["@everyone closes #1, a@b.c", "@&#8288;everyone closes #&#8288;1, a@b.c"],
  ["import x from 'y'", "&#105;mport x from 'y'"],
  ["a &amp; b & c", "a \\&amp; b & c"],
  ["\\[x](y)", "\\\\\\[x\\](y)"],
  ["a\u202eb\u0000", "a\\\\u202eb\\\\u0000"],
])("inline text shows as it is: %j", (text, expected) => {
  expect(markdown(text)).toBe(expected);
});

test.each([
  [
    "paragraphs, *emphasis*, `code` and [links](https://example.com/a_b)",
    "paragraphs, *emphasis*, `code` and [links](https://example.com/a_b)",
  ],
  ["[mail](mailto:a@b.c) [x](javascript:y) [x](data:y) [x](//y)", "[mail](mailto:a@b.c) x x x"],
  ["![image](https://example.com/beacon.png)", "image"],
  ["[x]: javascript:y", "\\[x\\]: javascript:y"],
  ["<script>x</script> <!-- y", "&#60;script>x&#60;/script> &#60;!-- y"],
  ["{pwn_canary()}", "&#123;pwn_canary()&#125;"],
  ["\\<img src=x> \\{y} \\\\<b>", "&#60;img src=x> &#123;y&#125; \\\\&#60;b>"],
  ["\\`<img src=x>`", "\\`&#60;img src=x>\\`"],
  ["a ``b`c`` ``` d", "a \\`\\`b\\`c\\`\\` \\`\\`\\` d"],
  ["## 2.0.0", "##### 2.0.0"],
  ["> # quoted", "> #### quoted"],
  ["- ## listed", "- ##### listed"],
  ["title\n===", "title\n\\==="],
  ["---", "\\---"],
  ["::: danger", "\\::: danger"],
  ["export const y = 1", "&#101;xport const y = 1"],
  ["| a | b |\n|---|---|", "| a | b |\n|---|---|"],
  ["closes #1 @everyone", "closes #&#8288;1 @&#8288;everyone"],
  ["```js\n*/ {x}\n```\nafter", "```js\n*/ {x}\n```\nafter"],
  ["```\nnever closed", "```\nnever closed\n```"],
])("a block keeps its meaning and its place: %j", (text, expected) => {
  expect(markdownBlock(text)).toBe(expected);
});

/** The lines outside fenced blocks, by the rules of CommonMark for fences at column 0. */
function outsideFences(text: string): string[] {
  let fence: string | undefined;
  return text.split("\n").filter((line) => {
    const mark = /^(`{3,})[\w+-]*$/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      return false;
    }
    if (fence === undefined) return true;
    if (line === fence) fence = undefined;
    return false;
  });
}

const text: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      "\n\n",
      "[",
      "](",
      ")",
      "javascript:x",
      "https://a.b",
      "<",
      ">",
      "{",
      "}",
      "\\",
      "!",
      "#",
      "@a",
      " ",
      "- ",
      "a",
      "---",
      "import ",
      "|",
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

test("whatever the text, no HTML, expression, image or foreign link is left outside code", () => {
  fc.assert(
    fc.property(text, (value) => {
      for (const line of outsideFences(markdownBlock(value))) {
        // Code spans within the line, taken out as CommonMark reads them: an escaped mark opens none.
        const prose = line.replaceAll(/\\[!-/:-@[-`{-~]|(`{1,2})(?!`)[^`]+\1(?!`)/g, "");
        expect(prose).not.toMatch(/[<{}`]|!\[/);
        for (const [, address] of prose.matchAll(/\]\(([^)]*)/g)) expect(address).toMatch(/^(?:https?:\/\/|mailto:)/);
        expect(line).not.toMatch(/^\s{0,3}(?:#{1,3}(?:\s|$)|-+$|=+$|import\b)/);
      }
    }),
    { numRuns: 2000 },
  );
});

test("code spans and blocks hold any text", () => {
  expect(code("a`b``c")).toBe("```a`b``c```");
  expect(code("`a`")).toBe("`` `a` ``");
  expect(code("a\nb")).toBe("`a b`");
  expect(code("")).toBe("` `");
  expect(codeBlock("```\nx\n```", "ts")).toBe("````ts\n```\nx\n```\n````");
});

test("a code span in a table of a description does not end at its pipes", () => {
  const table = "| a |\n|:-|\n| `x | <img src=x onerror=y>` | `p \\| q` `r \\\\| s` |";
  expect(markdownBlock(table)).toBe("| a |\n|:-|\n| `x \\| <img src=x onerror=y>` | `p \\| q` `r \\| s` |");
  expect(markdownBlock("one of `a | b`")).toBe("one of `a | b`");
});

test("a cell cannot end its column or row", () => {
  expect(tableRow([code("a|b"), markdown("c|d"), code("e\\|f"), code("g\nh")])).toBe(
    "| `a\\|b` | c\\|d | `e\\|f` | `g h` |",
  );
});

test("links go to http(s) and relative addresses", () => {
  expect(link(markdown("a"), "https://example.com/a b")).toBe("[a](https://example.com/a%20b)");
  expect(link(markdown("a"), "#b")).toBe("[a](#b)");
  expect(link(markdown("a"), "./b.md#c")).toBe("[a](./b.md#c)");
  for (const address of ["javascript:x", "data:x", "JAVASCRIPT:x", " javascript:x", "vbscript:x", "file:///x"]) {
    expect(link(markdown("a"), address)).toBe("a");
  }
});

test("templates accept quoted Markdown only", () => {
  expect(md`# ${markdown("a*b")}`).toBe("# a\\*b");
  // @ts-expect-error plain text is refused by the compiler
  expect(md`${"text"}`).toBe("text");
});
