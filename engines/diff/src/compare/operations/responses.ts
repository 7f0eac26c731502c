import { preferredContent, type Response, successResponses } from "@svc/model";
import type { Scope } from "../../collect.ts";
import type { RuleId } from "../../rules/index.ts";
import type { Side } from "../../schema/side.ts";
import { structureText } from "../../schema/structure-text.ts";
import { typeText } from "../../schema/type-text.ts";
import { type Comparison, type OperationPair, report, type Site } from "../comparison.ts";
import { describe } from "../info.ts";
import { compareContents } from "./contents.ts";
import { compareHeaders } from "./headers.ts";

/** The responses of an operation: those that a call resolves with, and the others. */
export function compareResponses(pair: OperationPair, scope: Scope, comparison: Comparison): void {
  const site: Site = { scope, direction: "response", place: pair.place };
  const success = { old: successResponses(pair.old), new: successResponses(pair.now) };
  const others = {
    old: pair.old.responses.filter((response) => !success.old.includes(response)),
    new: pair.now.responses.filter((response) => !success.new.includes(response)),
  };
  compareSuccess(success, site, comparison);
  const { pairs, removed, added } = byStatus(others);
  for (const [old, now] of pairs)
    compareResponse(old, now, { ...site, place: `${pair.place} ${now.status} error` }, comparison);
  for (const response of removed) reportStatus("error-status-removed", { old: response }, site, comparison);
  for (const response of added) reportStatus("error-status-added", { new: response }, site, comparison);
}

interface Both {
  readonly old: readonly Response[];
  readonly new: readonly Response[];
}

function byStatus({ old, new: now }: Both) {
  const after = new Map(now.map((response) => [response.status, response]));
  const before = new Set(old.map(({ status }) => status));
  return {
    pairs: old.flatMap((response) => {
      const other = after.get(response.status);
      return other === undefined ? [] : [[response, other] as const];
    }),
    removed: old.filter(({ status }) => !after.has(status)),
    added: now.filter(({ status }) => !before.has(status)),
  };
}

function compareSuccess(success: Both, site: Site, comparison: Comparison): void {
  const { pairs, removed, added } = byStatus(success);
  const result = { ...site, place: `${site.place} result` };
  for (const [old, now] of pairs) compareResponse(old, now, result, comparison);
  const moved = Math.min(removed.length, added.length);
  for (const [index, old] of removed.entries()) {
    const now = added[index];
    if (now === undefined) {
      reportStatus("success-status-removed", { old }, site, comparison);
      continue;
    }
    reportStatus("success-status-changed", { old, new: now }, site, comparison);
    compareResponse(old, now, result, comparison);
  }
  const more = added.slice(moved);
  if (more.length === 0) return;
  const known = new Set(success.old.map((response) => resultText(response, comparison.old)));
  for (const response of more) {
    const isNew = !known.has(resultText(response, comparison.new));
    reportStatus(isNew ? "success-status-added-union" : "success-status-added", { new: response }, site, comparison);
  }
}

function resultText({ content }: Response, side: Side): string {
  const preferred = preferredContent(content);
  if (preferred === undefined) return "nothing";
  const schema = preferred.stream?.item ?? preferred.schema;
  return `${preferred.mediaType} ${schema === undefined ? "" : structureText(schema, side)}`;
}

function reportStatus(
  rule: RuleId,
  pair: { old?: Response; new?: Response },
  site: Site,
  comparison: Comparison,
): void {
  const type = (response: Response | undefined, side: Side) => {
    const content = preferredContent(response?.content ?? []);
    return content === undefined ? "no body" : typeText(content.stream?.item ?? content.schema, side);
  };
  const isMove = pair.old !== undefined && pair.new !== undefined;
  const byStatusOnly = rule === "success-status-removed" || rule === "success-status-added" || isMove;
  const facts = {
    status: pair.new?.status ?? pair.old?.status ?? "",
    old: byStatusOnly ? (pair.old?.status ?? "") : type(pair.old, comparison.old),
    new: byStatusOnly ? (pair.new?.status ?? "") : type(pair.new, comparison.new),
  };
  report(site, rule, { old: pair.old?.pointer, new: pair.new?.pointer, key: facts.status, facts });
}

function compareResponse(old: Response, now: Response, site: Site, comparison: Comparison): void {
  const at = { old: old.pointer, new: now.pointer };
  const place = `\`${site.place}\``;
  const prose = { what: "description", place, pointer: now.pointer, pointerOld: old.pointer };
  site.scope.reports.push(...describe(prose, old.description, now.description));
  compareHeaders(old, now, site, comparison);
  const [before, after] = [preferredContent(old.content), preferredContent(now.content)];
  if (before === undefined || after === undefined) {
    if (after !== undefined)
      report(site, "response-body-added", {
        ...at,
        facts: { Place: place, new: typeText(after.stream?.item ?? after.schema, comparison.new) },
      });
    if (before !== undefined)
      report(site, "response-body-removed", {
        ...at,
        facts: { Place: place, old: typeText(before.stream?.item ?? before.schema, comparison.old) },
      });
    return;
  }
  compareContents(old, now, site, comparison);
}
