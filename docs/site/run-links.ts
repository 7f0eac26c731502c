import type { MarkdownRenderer } from "vitepress";
import { codeHash } from "../playground/src/code/share.ts";
import { DEFAULT_SETTINGS } from "../playground/src/world/settings.ts";
import { playgroundCode } from "./playground-code.ts";

/** Adds a link to the playground below each program of a guide that runs there. */
export function runLinks(markdown: MarkdownRenderer): void {
  const render = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = render?.(tokens, index, ...rest) ?? "";
    const token = tokens[index];
    const [, env] = rest as [options: unknown, env: { readonly relativePath?: string }, ...unknown[]];
    const isGuide = env.relativePath?.startsWith("guides/") === true && token?.info.startsWith("ts");
    const code = isGuide ? playgroundCode(token?.content ?? "") : undefined;
    if (code === undefined) return html;
    const hash = codeHash({ code, settings: DEFAULT_SETTINGS, service: "svc" });
    return `${html}<p class="run-link"><a href="../playground/${hash}" target="_self">Run this in the playground</a></p>`;
  };
}

/** The playground is no page of VitePress, whose router would look for one: links to it leave the router alone. */
export function playgroundLinks(markdown: MarkdownRenderer): void {
  const render = markdown.renderer.rules["link_open"];
  markdown.renderer.rules["link_open"] = (...args) => {
    const [tokens, index, options, , self] = args;
    const href = tokens[index]?.attrGet("href") ?? "";
    if (/(?:^|\/)playground\/(?:#|$)/.test(href)) tokens[index]?.attrSet("target", "_self");
    return render?.(...args) ?? self.renderToken(tokens, index, options);
  };
}

/** Adds a button to the example of an operation: the theme's `send-call.ts` runs it in the page. */
export function sendButtons(markdown: MarkdownRenderer): void {
  const name = "container_code-group_close";
  const render = markdown.renderer.rules[name];
  markdown.renderer.rules[name] = (...args) => {
    const [, , , env] = args;
    const html = render?.(...args) ?? "";
    return env.relativePath?.startsWith("operations/") === true
      ? `${html}<div class="send"><button type="button" data-do="send">Send to the fake in this page</button></div>`
      : html;
  };
}
