import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import typescript from "typescript";
import { expect, test } from "vitest";

/** Emitters that pass another generator's output, which is checked as a whole. */
const RAW_ALLOWED: ReadonlySet<string> = new Set(["types.ts"]);

const sources = globSync(new URL("../emit/**/*.ts", import.meta.url).pathname).filter(
  (file) => !file.includes(".test"),
);

/** Ways to get text past the quoting functions: the compiler refuses everything else, since `ts` and `md` take quoted text only. */
function bypasses(file: string, text: string): string[] {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const found = [...text.matchAll(/@ts-(?:ignore|nocheck|expect-error)/g)].map(([directive]) => directive);
  const visit = (node: typescript.Node): void => {
    if (typescript.isAsExpression(node) || typescript.isTypeAssertionExpression(node)) {
      const target = node.type.getText();
      const isHarmless = node.expression.getText() === "undefined";
      if (/\b(?:Code|Markdown|any)\b/.test(target) || (target === "never" && !isHarmless)) found.push(node.getText());
    }
    if (typescript.isCallExpression(node) && node.expression.getText() === "raw") {
      const [argument] = node.arguments;
      const isConstant = argument !== undefined && typescript.isStringLiteralLike(argument);
      if (!isConstant && !RAW_ALLOWED.has(basename(file))) found.push(node.getText());
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test.each(sources)("%s emits document text through the quoting functions only", (file) => {
  expect(bypasses(file, readFileSync(file, "utf8"))).toEqual([]);
});

test.each([
  "const a = x as Code;",
  "const a = <Code>x;",
  "f(x as any);",
  "f(x as never);",
  "raw(text);",
  `raw(\`$${"{x}"}\`);`,
  "// @ts-ignore",
])("%s is a bypass", (text) => {
  expect(bypasses("a.ts", text)).toHaveLength(1);
});

test.each(['raw("x");', "raw(`x`);", "undefined as never;", "x as OpenAPI3;"])("%s is none", (text) => {
  expect(bypasses("a.ts", text)).toEqual([]);
});
