import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { auditPage } from "../watch-page.ts";

/** The playground's own workspace has axe-core; it is installed when the playground is first checked. */
const PLACES = [import.meta.url, join(ROOT, "docs/playground/package.json")];

/** Findings of axe-core, whatever their weight; none where axe-core is not installed, which is said once. */
export async function audit(page: Page): Promise<string[]> {
  known ??= { source: find() };
  const { source } = known;
  return source === undefined ? [] : auditPage(page, source);
}

let known: { readonly source: string | undefined } | undefined;

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
