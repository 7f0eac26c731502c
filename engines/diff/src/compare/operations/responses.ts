import { type Content, type Header, preferredContent, type Response, successResponses } from "@svc/model";
import type { Report, Scope } from "../../collect.ts";
import { pairUp } from "../../pair-up.ts";
import type { RuleId } from "../../rules/index.ts";
import { headerPointer } from "../../schema/pointers.ts";
import type { Side } from "../../schema/side.ts";
import { structureText } from "../../schema/structure-text.ts";
import { cut, typeText } from "../../schema/type-text.ts";
import { type Comparison, type OperationPair, report, type Site } from "../comparison.ts";
import { describeBoth } from "../info.ts";
import { compareSchemas } from "../schemas/schemas.ts";
import { compareContents, schemaOf } from "./contents.ts";

/** The responses of an operation: those that a call resolves with, and the others. */
export function compareResponses(pair: OperationPair, scope: Scope, comparison: Comparison): void {
  const site: Site = { scope, direction: "response", place: pair.place };
  const success = [pair.old, pair.now].map(successResponses) as Successes;
  const others = [pair.old, pair.now].map(({ responses }) => responses.filter((one) => !success.flat().includes(one)));
  compareSuccess(success, site, comparison);
  const { pairs, removed, added } = pairUp(others[0] ?? [], others[1] ?? [], statusOf);
  for (const [old, now] of pairs)
    compareResponse(old, now, { ...site, place: `${pair.place} ${now.status} error`, isError: true }, comparison);
  for (const response of removed) reportStatus("error-status-removed", { old: response }, site, comparison);
  for (const response of added) reportStatus("error-status-added", { new: response }, site, comparison);
}

function statusOf({ status }: Response): string {
  return status;
}

type Successes = [old: readonly Response[], now: readonly Response[]];

function compareSuccess([before, after]: Successes, site: Site, comparison: Comparison): void {
  const { pairs, removed, added } = pairUp(before, after, statusOf);
  const result = { ...site, place: `${site.place} result` };
  for (const [old, now] of pairs) compareResponse(old, now, result, comparison);
  const moved = Math.min(removed.length, added.length);
  for (const [index, old] of removed.entries()) {
    const now = added[index];
    if (now === undefined) {
      reportStatus("success-status-removed", { old, ...lossOf(old, after, comparison) }, site, comparison);
      continue;
    }
    reportStatus("success-status-changed", { old, new: now }, site, comparison);
    compareResponse(old, now, result, comparison);
  }
  const more = added.slice(moved);
  if (more.length === 0) return;
  const known = new Set(before.map((response) => resultText(response, comparison.old)));
  for (const response of more) {
    const isNew = !known.has(resultText(response, comparison.new));
    reportStatus(isNew ? "success-status-added-union" : "success-status-added", { new: response }, site, comparison);
  }
}

type Verdict = Pick<Report, "level" | "labels">;

/** A body that no other status has is lost to those who read it; who reads nothing loses nothing. */
function lossOf(old: Response, left: readonly Response[], { old: before, new: after }: Comparison): Verdict {
  const text = resultText(old, before);
  if (text === NOTHING || left.some((response) => resultText(response, after) === text)) return {};
  return { level: "major", labels: ["compile", "fixture"] };
}

const NOTHING = "nothing";

function resultText({ content }: Response, side: Side): string {
  const preferred = preferredContent(content);
  if (preferred === undefined) return NOTHING;
  const isTyped = (preferred.stream ?? preferred.schema) !== undefined;
  return `${preferred.mediaType} ${isTyped ? structureText(schemaOf(preferred), side) : ""}`;
}

function reportStatus(
  rule: RuleId,
  { level, labels, ...pair }: { readonly old?: Response; readonly new?: Response } & Verdict,
  site: Site,
  comparison: Comparison,
): void {
  const type = (response: Response | undefined, side: Side) => {
    const content = preferredContent(response?.content ?? []);
    return content === undefined ? "no body" : typeText(schemaOf(content), side);
  };
  const isMove = pair.old !== undefined && pair.new !== undefined;
  const byStatusOnly = rule === "success-status-removed" || rule === "success-status-added" || isMove;
  const facts = {
    status: pair.new?.status ?? pair.old?.status ?? "",
    old: byStatusOnly ? (pair.old?.status ?? "") : type(pair.old, comparison.old),
    new: byStatusOnly ? (pair.new?.status ?? "") : type(pair.new, comparison.new),
  };
  report(site, rule, {
    old: pair.old?.pointer,
    new: pair.new?.pointer,
    key: facts.status,
    facts,
    ...(level && labels && { level, labels }),
  });
}

function compareResponse(old: Response, now: Response, site: Site, comparison: Comparison): void {
  const at = { old: old.pointer, new: now.pointer };
  const place = `\`${site.place}\``;
  site.scope.reports.push(...describeBoth(place, old, now));
  compareHeaders(old, now, site, comparison);
  const [before, after] = [preferredContent(old.content), preferredContent(now.content)];
  if (before === undefined || after === undefined) {
    const told = (name: "old" | "new", content: Content, side: Side) => ({
      ...at,
      facts: { Place: place, [name]: typeText(schemaOf(content), side) },
    });
    if (after !== undefined) report(site, "response-body-added", told("new", after, comparison.new));
    if (before !== undefined) report(site, "response-body-removed", told("old", before, comparison.old));
    return;
  }
  compareContents(old, now, site, comparison);
}

/** The headers of a response: by name, whatever its case. */
function compareHeaders(old: Response, now: Response, site: Site, comparison: Comparison): void {
  const { pairs, removed, added } = pairUp(old.headers, now.headers, ({ name }) => name.toLowerCase());
  const at = ({ pointer }: Response, header: Header) => headerPointer(pointer, header);
  const facts = ({ name }: Header) => ({ Place: `\`${site.place}\``, name: cut(name) });
  for (const header of removed) report(site, "response-header-removed", { old: at(old, header), facts: facts(header) });
  for (const header of added) report(site, "response-header-added", { new: at(now, header), facts: facts(header) });
  for (const [known, header] of pairs)
    compareHeader(known, header, { site, old: at(old, known), new: at(now, header) }, comparison);
}

/** A header in both documents. One that several responses refer to has no place of its own in any of them. */
function compareHeader(
  known: Header,
  header: Header,
  { site, ...at }: { readonly site: Site; readonly old: string; readonly new: string },
  comparison: Comparison,
): void {
  const isShared = known.pointer !== undefined && header.pointer !== undefined;
  const place = cut(isShared ? `header ${header.name}` : `${site.place} header ${header.name}`);
  if (known.required !== header.required) {
    const rule = header.required ? "response-header-became-required" : "response-header-became-optional";
    const Place = isShared ? "Each answer that has it" : `\`${site.place}\``;
    report(site, rule, { ...at, facts: { Place, name: cut(header.name) } });
  }
  const before = { ...known, pointer: at.old };
  site.scope.reports.push(...describeBoth(`\`${place}\``, before, { ...header, pointer: at.new }));
  compareSchemas(known.schema, header.schema, { ...site, place, isError: false }, comparison);
}
