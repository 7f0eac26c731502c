import type { Operation } from "@svc/model";
import { createScope, type Scope } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import { cut } from "../schema/type-text.ts";
import { compareBodies } from "./bodies.ts";
import type { Comparison } from "./comparison.ts";
import { describe } from "./info.ts";
import { matchOperations, routeOf } from "./match-operations.ts";
import { compareParameters } from "./parameters.ts";
import { rename } from "./rename.ts";
import { compareResponses } from "./responses.ts";
import { compareSecurity } from "./security.ts";

/** Every operation of both documents. */
export function compareOperations(comparison: Comparison): void {
  const { pairs, removed, added } = matchOperations(comparison.old.model.operations, comparison.new.model.operations);
  for (const operation of removed)
    alone(operation, comparison).reports.push({
      rule: "operation-removed",
      old: operation.pointer,
      facts: factsOf(operation),
    });
  for (const operation of added)
    alone(operation, comparison).reports.push({
      rule: "operation-added",
      new: operation.pointer,
      facts: factsOf(operation),
    });
  for (const [old, now] of pairs) compareOperation(old, now, comparison);
}

/** Every name by which a method can be called. */
function namesOf({ name, formerNames = [] }: Operation): string[] {
  return [name, ...formerNames].map((parts) => parts.join("."));
}

function alone({ id }: Operation, { roots }: Comparison): Scope {
  const scope = createScope(id);
  roots.push(scope);
  return scope;
}

function factsOf(operation: Operation) {
  return { place: methodName(operation), route: routeText(operation) };
}

/** The method as it is called: `pets.list`. */
export function methodName({ name }: Operation): string {
  return cut(name.join("."));
}

function routeText({ method, path }: Operation): string {
  return cut(`${method.toUpperCase()} ${path}`);
}

function compareOperation(old: Operation, now: Operation, comparison: Comparison): void {
  const scope = alone(now, comparison);
  const place = methodName(now);
  const pair = { old, now, place };
  compareIdentity(pair, scope);
  const at = { place: `\`${place}\``, pointer: now.pointer, pointerOld: old.pointer };
  describe(scope, { ...at, what: "summary" }, old.summary, now.summary);
  describe(scope, { ...at, what: "description" }, old.description, now.description);
  compareSecurity(pair, scope);
  compareParameters(pair, scope, comparison);
  compareBodies(pair, scope, comparison);
  compareResponses(pair, scope, comparison);
}

/** Names, path and marks. */
function compareIdentity({ old, now, place }: { old: Operation; now: Operation; place: string }, scope: Scope): void {
  const at = { old: old.pointer, new: now.pointer };
  const tell = (rule: RuleId, facts: { readonly old: string; readonly new: string } = { old: "", new: "" }) =>
    scope.reports.push({ rule, ...at, facts: { place, ...facts } });
  if (methodName(old) !== place) {
    const kept = namesOf(now).includes(old.name.join("."));
    scope.reports.push(rename("method-renamed", { old: methodName(old), new: place }, { ...at, place, kept }));
  }
  if (old.id !== now.id) {
    const kept = now.formerIds?.includes(old.id) === true;
    scope.reports.push(rename("operation-id-renamed", { old: cut(old.id), new: cut(now.id) }, { ...at, place, kept }));
  }
  const lost = [
    ...(old.formerNames ?? []).map((name) => name.join(".")).filter((name) => !namesOf(now).includes(name)),
    ...(old.formerIds ?? []).filter((id) => id !== now.id && !now.formerIds?.includes(id)),
  ];
  for (const name of lost) {
    scope.reports.push({ rule: "alias-removed", ...at, key: name, facts: { place, old: cut(name) } });
  }
  if (routeOf(old) !== routeOf(now)) tell("operation-moved", { old: routeText(old), new: routeText(now) });
  if (old.deprecated !== now.deprecated) tell(now.deprecated ? "operation-deprecated" : "operation-undeprecated");
  const tags = ({ tags }: Operation) => cut([...tags].sort().join(", ") || "none");
  if (tags(old) !== tags(now)) tell("operation-tags-changed", { old: tags(old), new: tags(now) });
}
