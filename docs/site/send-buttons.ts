import type { MarkdownRenderer } from "vitepress";

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
