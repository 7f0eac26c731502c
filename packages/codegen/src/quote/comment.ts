import { oneLine } from "@svc/model";
import { inertMarkdown } from "./markdown-block.ts";
import type { Code } from "./template.ts";

/**
 * A JSDoc block with the text as its description, and nothing for a blank text. The text cannot close the block, has no
 * tags, no directives of compilers and bundlers, and is inert Markdown (editors and TypeDoc render it as such).
 */
export function comment(text: string | undefined, ...tags: readonly Code[]): Code {
  const description = text === undefined ? [] : inertMarkdown(text, "comment").map(inert);
  const lines = [...description, ...tags.flatMap((tag) => tag.split("\n"))];
  if (lines.length === 0) return "" as Code;
  if (lines.length === 1 && (lines[0]?.length ?? 0) < 110) return `/** ${lines[0]} */` as Code;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */` as Code;
}

/** A JSDoc tag with text, for {@link comment}: `tag("deprecated", "Use `x`.")`. */
export function tag(name: "deprecated" | "default" | "throws" | "see" | "example" | "param", text = ""): Code {
  return `@${name} ${inert(inertMarkdown(oneLine(text), "comment").join(" "))}`.trimEnd() as Code;
}

/** A `//` comment of one line. */
export function lineComment(text: string): Code {
  return `// ${inert(oneLine(text))}`.trimEnd() as Code;
}

/** Escapes all that ends the comment, or that a tool obeys: `@tag`, `{@link}`, `@ts-ignore`, `#__PURE__`. */
function inert(line: string): string {
  return line
    .replaceAll("*/", "*\\/")
    .replaceAll(/(?<!\\)@(?!\w)|(?<![\w.\\])@/g, "\\@")
    .replaceAll(/#(?=__|\s*source)/g, "\\#");
}
