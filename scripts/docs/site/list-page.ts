import { posix } from "node:path";
import { leadOf, type Page, titleOf } from "./page.ts";

/** A page that lists others with what their first paragraph says. */
export function listPage(title: string, introduction: string, pages: readonly Page[]): string {
  const items = pages.map(({ path, markdown }) => {
    const lead = firstSentence(withoutLinks(leadOf(markdown)));
    return `- [${titleOf(markdown)}](./${posix.basename(path)})${lead === "" ? "" : `: ${lead}`}`;
  });
  return `# ${title}\n\n${introduction}\n\n${items.join("\n")}\n`;
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

/** Links are relative to the page that they stand on. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\*\*([^*]*)\*\*/g, "$1");
}
