import type { MarkdownRenderer } from "vitepress";

/** VitePress makes a Vue template of every page: braces in text are text, and no expression. */
export function inertText(markdown: MarkdownRenderer): void {
  const render = markdown.renderer.rules.text;
  markdown.renderer.rules.text = (tokens, index, ...rest) => {
    const html = render?.(tokens, index, ...rest) ?? "";
    return html.replaceAll("{{", "&#123;&#123;");
  };
}
