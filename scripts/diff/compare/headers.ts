import type { Header, Response } from "@svc/model";
import { childPointer } from "../schema/pointers.ts";
import { cut } from "../schema/type-text.ts";
import { type Comparison, report, type Site } from "./comparison.ts";
import { describe } from "./info.ts";
import { compareSchemas } from "./schemas.ts";

/** The headers of a response: by name, whatever its case. */
export function compareHeaders(old: Response, now: Response, site: Site, comparison: Comparison): void {
  const before = new Map(old.headers.map((header) => [header.name.toLowerCase(), header]));
  const after = new Map(now.headers.map((header) => [header.name.toLowerCase(), header]));
  const at = ({ pointer }: Response, { name }: Header) => childPointer(pointer, "headers", name);
  const facts = ({ name }: Header) => ({ Place: `\`${site.place}\``, name: cut(name) });
  for (const [name, header] of before)
    if (!after.has(name)) report(site, "response-header-removed", { old: at(old, header), facts: facts(header) });
  for (const [name, header] of after) {
    const known = before.get(name);
    if (known === undefined) {
      report(site, "response-header-added", { new: at(now, header), facts: facts(header) });
      continue;
    }
    const pointers = { old: at(old, known), new: at(now, header) };
    if (known.required !== header.required) {
      const rule = header.required ? "response-header-became-required" : "response-header-became-optional";
      report(site, rule, { ...pointers, facts: facts(header) });
    }
    const inner = { ...site, place: cut(`${site.place} header ${header.name}`) };
    const where = { what: "description", place: `\`${inner.place}\``, pointer: pointers.new, pointerOld: pointers.old };
    site.scope.reports.push(...describe(where, known.description, header.description));
    compareSchemas(known.schema, header.schema, inner, comparison);
  }
}
