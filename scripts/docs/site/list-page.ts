import { posix } from "node:path";
import { firstSentence, leadOf, type Page, titleOf } from "./page.ts";

/** A page that lists others with what their first paragraph says. */
export function listPage(title: string, introduction: string, pages: readonly Page[]): string {
  const items = pages.map(({ path, markdown }) => {
    const lead = firstSentence(leadOf(markdown));
    return `- [${titleOf(markdown)}](./${posix.basename(path)})${lead === "" ? "" : `: ${lead}`}`;
  });
  return `# ${title}\n\n${introduction}\n\n${items.join("\n")}\n`;
}
