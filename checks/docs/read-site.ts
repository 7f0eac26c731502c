import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BuiltSite } from "./links.ts";

/** Reads a built site. The playground is a page of its own kind, with a check of its own: it only has to be there. */
export function readSite(folder: string, base: string): BuiltSite {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile());
  const pages = names.filter((name) => name.endsWith(".html") && !/^(?:files|playground)\//.test(name));
  const html = new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  return { files: new Set(names), html, base };
}
