import type { Header, Response } from "@svc/model";
import { headerPointer } from "../../schema/pointers.ts";
import { cut } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";
import { describe } from "../info.ts";
import { compareSchemas } from "../schemas/schemas.ts";

/** The headers of a response: by name, whatever its case. */
export function compareHeaders(old: Response, now: Response, site: Site, comparison: Comparison): void {
  const before = new Map(old.headers.map((header) => [header.name.toLowerCase(), header]));
  const after = new Map(now.headers.map((header) => [header.name.toLowerCase(), header]));
  const at = ({ pointer }: Response, header: Header) => headerPointer(pointer, header);
  const facts = ({ name }: Header) => ({ Place: `\`${site.place}\``, name: cut(name) });
  for (const [name, header] of before)
    if (!after.has(name)) report(site, "response-header-removed", { old: at(old, header), facts: facts(header) });
  for (const [name, header] of after) {
    const known = before.get(name);
    if (known === undefined) report(site, "response-header-added", { new: at(now, header), facts: facts(header) });
    else compareHeader(known, header, { site, old: at(old, known), new: at(now, header) }, comparison);
  }
}

interface Where {
  readonly site: Site;
  readonly old: string;
  readonly new: string;
}

/** A header in both documents. One that several responses refer to has no place of its own in any of them. */
function compareHeader(known: Header, header: Header, { site, ...at }: Where, comparison: Comparison): void {
  const isShared = known.pointer !== undefined && header.pointer !== undefined;
  const place = cut(isShared ? `header ${header.name}` : `${site.place} header ${header.name}`);
  if (known.required !== header.required) {
    const rule = header.required ? "response-header-became-required" : "response-header-became-optional";
    const Place = isShared ? "Each answer that has it" : `\`${site.place}\``;
    report(site, rule, { ...at, facts: { Place, name: cut(header.name) } });
  }
  const where = { what: "description", place: `\`${place}\``, pointer: at.new, pointerOld: at.old };
  site.scope.reports.push(...describe(where, known.description, header.description));
  compareSchemas(known.schema, header.schema, { ...site, place }, comparison);
}
