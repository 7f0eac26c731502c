import type { MarkdownRenderer } from "vitepress";

/** All HTML that pages hold: comments, anchors and line breaks of the API reference, and the frames of a list of members and of what stands beside the text. */
const OWN_HTML =
  /^\s*(?:<!--(?:(?!-->).)*-->|<div class="(?:members|aside)">|<\/div>|<a id="[^"<>]*">(?:<\/a>)?|<\/a>|<br ?\/?>)\s*$/s;

/** Pictures of pages. Any other address would be loaded by readers, or, if relative, bundled from the machine that builds. */
const OWN_PICTURE = /^(?:\.\/img|\/files(?:\/[\w-]+)*)\/[\w-]+\.svg$/;

/**
 * VitePress makes a Vue template of every page, and code of the title. Pages hold text of the document, which anybody may have
 * written: no HTML but {@link OWN_HTML} is markup, no picture but {@link OWN_PICTURE} is loaded, braces are text wherever they stand, and attributes come from no text
 * (`attrs.disable` of the configuration). The home page is written by hand.
 */
export function inertText(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  for (const kind of ["html_block", "html_inline"] as const) {
    const render = rules[kind];
    rules[kind] = (...args) => {
      const [tokens, index, , env] = args;
      const html = tokens[index]?.content ?? "";
      const isOwn = env.relativePath === "index.md" || !html.includes("<") || OWN_HTML.test(html);
      return isOwn && render != null ? render(...args) : markdown.utils.escapeHtml(html);
    };
  }
  const { image } = rules;
  rules.image = (...args) => {
    const [tokens, index] = args;
    const { content = "", attrGet } = tokens[index] ?? {};
    const isOwn = OWN_PICTURE.test(attrGet?.call(tokens[index], "src") ?? "");
    return isOwn && image != null ? image(...args) : markdown.utils.escapeHtml(content);
  };
  const render = markdown.render.bind(markdown);
  markdown.render = (source, env) => render(source, env).replaceAll("{{", "&#123;&#123;");
}

/** A title that cannot end the element of code that VitePress writes it into. */
export function inertTitle(title: string): string {
  return title.replaceAll("</", "< /");
}
