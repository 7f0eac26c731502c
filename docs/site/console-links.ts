import type { MarkdownRenderer } from "vitepress";

/** The console is no page of VitePress, whose router would look for one: links to it leave the router alone. */
export function consoleLinks(markdown: MarkdownRenderer): void {
  const render = markdown.renderer.rules["link_open"];
  markdown.renderer.rules["link_open"] = (...args) => {
    const [tokens, index, options, , self] = args;
    const href = tokens[index]?.attrGet("href") ?? "";
    if (/(?:^|\/)console\/(?:#|$)/.test(href)) tokens[index]?.attrSet("target", "_self");
    return render?.(...args) ?? self.renderToken(tokens, index, options);
  };
}
