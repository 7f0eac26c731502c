import { type Body, type Operation, preferredContent } from "@svc/model";
import { addressOf } from "@svc/model/data";
import { createScope, type Report, type Scope } from "../../collect.ts";
import type { Pairing } from "../../pair-up.ts";
import type { RuleId } from "../../rules/index.ts";
import { cut, typeText } from "../../schema/type-text.ts";
import { type Comparison, type OperationPair, report } from "../comparison.ts";
import { describeBoth } from "../info.ts";
import { rename } from "../names.ts";
import { compareContents } from "./contents.ts";
import { routeOf } from "./match-operations.ts";
import { compareParameters } from "./parameters.ts";
import { compareResponses } from "./responses.ts";
import { compareSecurity } from "./security.ts";

/** Every operation of both documents: one scope each, with the schemas that it leads to as parts. */
export function compareOperations({ pairs, removed, added }: Pairing<Operation>, comparison: Comparison): Scope[] {
  return [
    ...removed.map((one) =>
      createScope(one.id, [{ rule: "operation-removed", old: one.pointer, facts: factsOf(one) }]),
    ),
    ...added.map((one) => createScope(one.id, [{ rule: "operation-added", new: one.pointer, facts: factsOf(one) }])),
    ...pairs.map(([old, now]) => compareOperation({ old, now, place: methodName(now) }, comparison)),
  ];
}

/** Every name by which a method can be called. */
function namesOf({ name, formerNames = [] }: Operation): string[] {
  return [name, ...formerNames].map((parts) => parts.join("."));
}

function factsOf(operation: Operation) {
  return { place: methodName(operation), route: routeText(operation) };
}

/** The method as it is called: `pets.list`. */
export function methodName({ name }: Operation): string {
  return cut(name.join("."));
}

/** The request of a method: a fragment, which tells paths of one address apart, is not sent. */
function routeText({ method, path }: Operation): string {
  return cut(`${method.toUpperCase()} ${addressOf(path)}`);
}

function compareOperation(pair: OperationPair, comparison: Comparison): Scope {
  const { old, now, place } = pair;
  const scope = createScope(now.id, [
    ...compareIdentity(pair),
    ...describeBoth(`\`${place}\``, old, now),
    ...compareSecurity(pair),
  ]);
  compareParameters(pair, scope, comparison);
  compareBodies(pair, scope, comparison);
  compareResponses(pair, scope, comparison);
  return scope;
}

/** Names, path and marks. */
function compareIdentity({ old, now, place }: OperationPair): Report[] {
  const at = { old: old.pointer, new: now.pointer };
  const reports: Report[] = [];
  const add = (rule: RuleId, facts: { readonly old: string; readonly new: string } = { old: "", new: "" }) =>
    reports.push({ rule, ...at, facts: { place, ...facts } });
  if (methodName(old) !== place) {
    const kept = namesOf(now).includes(old.name.join("."));
    reports.push(rename("method-renamed", { old: methodName(old), new: place }, { ...at, place, kept }));
  }
  if (old.id !== now.id) {
    const isKept = now.formerIds?.includes(old.id) === true;
    const alias = isKept ? " In `operations`, fakes and builders the old name stays as a deprecated alias." : "";
    const labels = { labels: ["runtime", ...(isKept ? [] : (["compile"] as const))] as const };
    const facts = { place, old: cut(old.id), new: cut(now.id), alias };
    reports.push({ rule: "operation-id-renamed", ...at, facts, ...labels });
  }
  const lost = [
    ...(old.formerNames ?? []).map((name) => name.join(".")).filter((name) => !namesOf(now).includes(name)),
    ...(old.formerIds ?? []).filter((id) => id !== now.id && !now.formerIds?.includes(id)),
  ];
  for (const name of lost) reports.push({ rule: "alias-removed", ...at, key: name, facts: { place, old: cut(name) } });
  const sent = ({ method, path }: Operation) => routeOf({ method, path: addressOf(path) });
  if (sent(old) !== sent(now)) add("operation-moved", { old: routeText(old), new: routeText(now) });
  if (old.deprecated !== now.deprecated) add(now.deprecated ? "operation-deprecated" : "operation-undeprecated");
  const tags = ({ tags }: Operation) => cut([...tags].sort().join(", ") || "none");
  if (tags(old) !== tags(now)) add("operation-tags-changed", { old: tags(old), new: tags(now) });
  return reports;
}

/** The request bodies of an operation. */
function compareBodies({ old, now, place }: OperationPair, scope: Scope, comparison: Comparison): void {
  const [a, b] = [old.body, now.body];
  const site = { scope, direction: "request" as const, place };
  const type = (body: Body, side: Comparison["old"]) => typeText(preferredContent(body.content)?.schema, side);
  if (a === undefined) {
    if (b === undefined) return;
    const hasParams = now.parameters.some((parameter) => parameter.in !== "path");
    const shift = ` ${hasParams ? "Parameters and call" : "Call"} options move one argument to the right.`;
    const facts = { new: type(b, comparison.new), shift };
    report(site, b.required ? "body-required-added" : "body-optional-added", { new: b.pointer, facts });
    return;
  }
  if (b === undefined) {
    report(site, "body-removed", { old: a.pointer, facts: { old: type(a, comparison.old) } });
    return;
  }
  if (a.required !== b.required)
    report(site, b.required ? "body-became-required" : "body-became-optional", { old: a.pointer, new: b.pointer });
  scope.reports.push(...describeBoth(`the body of \`${place}\``, a, b));
  compareContents(a, b, { ...site, place: `${place} body` }, comparison);
}
