import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../../scripts/toolkit/tools.ts";

/** The playground's own workspace has axe-core; it is installed when the playground is first checked. */
const PLACES = [import.meta.url, join(ROOT, "docs/playground/package.json")];

/** Findings of axe-core, whatever their weight; none where axe-core is not installed, which is said once. */
export async function audit(page: Page): Promise<string[]> {
  const source = axe();
  if (source === undefined) return [];
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

let known: { readonly source: string | undefined } | undefined;

function axe(): string | undefined {
  known ??= { source: find() };
  return known.source;
}

function find(): string | undefined {
  for (const place of PLACES) {
    try {
      return readFileSync(createRequire(place).resolve("axe-core/axe.min.js"), "utf8");
    } catch {
      // Not there.
    }
  }
  process.stderr.write("skipped: the audit by axe-core (not installed; pnpm docs:build installs it)\n");
  return undefined;
}
