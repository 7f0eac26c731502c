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
