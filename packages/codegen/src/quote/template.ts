declare const brand: unique symbol;

/** TypeScript source text that is safe to emit: made by the functions of this folder only, never by a cast. */
export type Code = string & { readonly [brand]: "Code" };
/** Markdown text that is safe to emit: made by the functions of this folder only, never by a cast. */
export type Markdown = string & { readonly [brand]: "Markdown" };
/** Separators of {@link join}: constants of the generator, no text of a document. */
export type Separator = "" | " " | ", " | ",\n" | "; " | ";\n" | "\n" | "\n\n" | " | " | " & " | "." | "/";

/**
 * Template tag for TypeScript source. Accepts {@link Code} and lists of it (one item per line), so text of a document can
 * only enter through a quoting function: the compiler refuses anything else. The template's own indentation is removed,
 * and a value of several lines is indented like the line it stands in. A line that holds only empty values is left out.
 */
export function ts(template: TemplateStringsArray, ...values: readonly (Code | readonly Code[])[]): Code {
  return fill(template, values) as Code;
}

/** Template tag for Markdown: like {@link ts}, for {@link Markdown}. */
export function md(template: TemplateStringsArray, ...values: readonly (Markdown | readonly Markdown[])[]): Markdown {
  return fill(template, values) as Markdown;
}

/** The items with a separator between them. */
export function join<T extends Code | Markdown>(items: readonly T[], separator: Separator): T {
  return items.join(separator) as T;
}

/**
 * Passes text through as it is. For constants of the generator, and for the output of another generator that is checked
 * as a whole; never for text of a document. `bypass.test.ts` lists every use.
 */
export function raw(text: string): Code {
  return text as Code;
}

const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();

function fill(template: TemplateStringsArray, values: readonly (string | readonly string[])[]): string {
  const statics = dedented.get(template) ?? dedent(template);
  dedented.set(template, statics);
  let result = statics[0] ?? "";
  for (const [index, value] of values.entries()) {
    const text = typeof value === "string" ? value : value.join("\n");
    const after = statics[index + 1] ?? "";
    const lineStart = result.lastIndexOf("\n") + 1;
    const indent = /^[ \t]*/.exec(result.slice(lineStart))?.[0] ?? "";
    if (text === "" && indent.length === result.length - lineStart && after.startsWith("\n")) {
      result = result.slice(0, lineStart) + after.slice(1);
    } else {
      result += (indent === "" ? text : text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)) + after;
    }
  }
  return result;
}

/**
 * Removes the indentation that all lines share; and where the template starts with a line break, that break and the
 * white space before the closing backtick.
 */
function dedent({ raw: source, ...template }: TemplateStringsArray): readonly string[] {
  const parts = Object.values(template) as (string | undefined)[];
  const texts = parts.map((part) => {
    if (part === undefined) throw new SyntaxError("A template of the generator has a malformed escape");
    return part;
  });
  const block = /^[ \t]*\n/.test(source[0] ?? "");
  if (block) texts.push((texts.pop() ?? "").replace(/\n[ \t]*$/, "\n"));
  const indents = texts.flatMap((text) =>
    [...text.matchAll(/\n([ \t]*)(?!\n)/g)].map((match) => match[1]?.length ?? 0),
  );
  if (block && /\n$/.test(texts.at(-1) ?? "")) indents.pop();
  const shared = new RegExp(`\n[ \t]{0,${indents.length === 0 ? 0 : Math.min(...indents)}}`, "g");
  const result = texts.map((text) => text.replaceAll(shared, "\n"));
  if (block) result[0] = result[0]?.replace(/^[ \t]*\n/, "") ?? "";
  return result;
}
