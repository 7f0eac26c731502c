import type { Page } from "playwright-core";

/** Keeps what a page's console complains about, its errors, and its requests to addresses that are not its own. */
export function watchPage(page: Page, problems: string[], isOwn: (url: string) => boolean = () => true): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    if (!isOwn(request.url())) problems.push(`a request left the page: ${request.url()}`);
  });
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Findings of axe-core on a page, whatever their weight. @param axe its source */
export async function auditPage(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await tool.run()).violations;
  });
  return violations.map(({ id, impact, nodes }) => {
    const places = nodes.map(({ html, failureSummary = "" }) => `${html} (${failureSummary})`);
    return `axe-core: ${impact} ${id}: ${places.slice(0, 4).join(" ")}`;
  });
}
