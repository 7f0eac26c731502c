import typescript from "typescript";
import { expect, test } from "vitest";
import { wrapLines } from "./wrap-lines.ts";

/** What a compiler reads: kinds and texts of all nodes. */
function read(source: string): string[] {
  const found: string[] = [];
  const visit = (node: typescript.Node): void => {
    found.push(`${node.kind} ${(node as { text?: string }).text ?? ""}`);
    typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(typescript.createSourceFile("a.ts", source, typescript.ScriptTarget.Latest), visit);
  return found;
}

const names = Array.from({ length: 12 }, (_, index) => `anIdentifier${index}`);
const texts = names.map((name) => JSON.stringify(`${name}, { | (`));

test.each([
  ["names", `export type { ${names.join(", ")} } from "./a.ts";`],
  ["a union", `export type A = ${texts.join(" | ")};`],
  ["a union of a member", `interface A {\n  readonly a?: ${texts.join(" | ")} | undefined;\n}`],
  ["a union after a member of several lines", `interface A {\n  a: {\n    b: string;\n  } | ${texts.join(" | ")};\n}`],
  ["a union after a list of several lines", `type A = (B | {\n    b: string;\n})[] | ${texts.join(" | ")};`],
  ["a signature", `interface A {\n  a(${names.map((name) => `${name}: Array<B<C>>`).join(", ")}): Promise<A | B>;\n}`],
  ["rest parameters", `function a(${names.join(", ")}, ...others: readonly (string | number)[]): void {\n}`],
  ["type arguments", `type A = B<${names.map((name) => `{ ${name}: string; b?: "<" }`).join(", ")}>;`],
  ["a call that goes on", `const a = b(0, {\n  c: ${texts[0]},\n}, [${texts.join(", ")}]);`],
])("%s has a line for each part, and means the same", (_, source) => {
  const wrapped = wrapLines(source);
  expect(Math.max(...wrapped.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(read(wrapped)).toEqual(read(source));
});

test("a comment breaks between words, and no word becomes a mark of Markdown", () => {
  const words = `${"word ".repeat(21)}- not an item, ${"word ".repeat(20)}1. not either`;
  const lines = wrapLines(`  /** ${words} */\n  a: string;`).split("\n");
  expect(lines[0]).toBe("  /**");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => /^\s*\* (?:-|1\.)/.test(line))).toEqual([]);
  expect(
    lines
      .slice(1, -2)
      .map((line) => line.replace(/^\s*\* /, ""))
      .join(" "),
  ).toBe(words);
});

test("a block without members is empty, and one empty line separates", () => {
  const source = "export interface A extends B {\n}\n\n\n/**\n * {\n * }\n */\nexport interface C {\n  d: string;\n}\n";
  expect(wrapLines(source)).toBe(
    "export interface A extends B {}\n\n/**\n * {\n * }\n */\nexport interface C {\n  d: string;\n}\n",
  );
});

test("tables, code and literals stay as they are", () => {
  const table = `/**\n * | ${"cell | ".repeat(30)}\n * \`\`\`\n * ${"code ".repeat(40)}\n * \`\`\`\n */`;
  const text = `const a = ${JSON.stringify("word ".repeat(40))};\nconst b = \`\${c}${", d".repeat(60)}\`;`;
  expect(wrapLines(`${table}\n${text}`)).toBe(`${table}\n${text}`);
});
