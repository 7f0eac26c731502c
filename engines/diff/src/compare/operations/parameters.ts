import { compareText, constantParameters, type Operation, type Parameter } from "@svc/model";
import type { Scope } from "../../collect.ts";
import type { RuleId } from "../../rules/index.ts";
import { cut, memberOf, typeText } from "../../schema/type-text.ts";
import { type Comparison, type OperationPair, report, upperFirst } from "../comparison.ts";
import { describeBoth } from "../info.ts";
import { compareSchemas } from "../schemas/schemas.ts";
import { routeOf } from "./match-operations.ts";

/** Parameters: path parameters by their position, the others by location and name. */
export function compareParameters(pair: OperationPair, scope: Scope, comparison: Comparison): void {
  const removed = new Set(pair.old.parameters.filter(isGiven));
  const added = new Set(pair.now.parameters.filter(isGiven));
  const match = (same: (a: Parameter, b: Parameter) => boolean) => {
    for (const old of removed) {
      const now = [...added].find((candidate) => same(old, candidate));
      if (now === undefined) continue;
      removed.delete(old);
      added.delete(now);
      compareParameter(old, now, { pair, scope }, comparison);
    }
  };
  if (routeOf(pair.old) === routeOf(pair.now)) {
    const [before, after] = [positions(pair.old), positions(pair.now)];
    match((a, b) => a.in === "path" && b.in === "path" && before.get(a) === after.get(b));
  }
  match((a, b) => a.in === b.in && keyOf(a) === keyOf(b));
  match((a, b) => a.in !== "path" && b.in !== "path" && a.name === b.name);
  // Of an operation that has moved, too, methods take path parameters by their order: another name changes no call.
  const orders = [pair.old, pair.now].map((one) => one.parameters.filter((parameter) => parameter.in === "path"));
  const [before = [], after = []] = orders;
  if (before.length === after.length) match((a, b) => before.includes(a) && before.indexOf(a) === after.indexOf(b));
  for (const one of removed) reportAlone("parameter-removed", one, { pair, scope, side: "old" }, comparison);
  for (const one of added) {
    const rule = one.required ? "parameter-required-added" : "parameter-optional-added";
    reportAlone(rule, one, { pair, scope, side: "new" }, comparison);
  }
  compareConstants(pair, scope);
}

/** Whether callers give a value: those of constant parameters are sent by the client. */
function isGiven({ constant }: Parameter): boolean {
  return constant === undefined;
}

function compareConstants(pair: OperationPair, scope: Scope): void {
  const [before, after] = [constantsText(pair.old), constantsText(pair.now)];
  if (before === after) return;
  const facts = { old: before, new: after };
  const at = { old: pair.old.pointer, new: pair.now.pointer };
  const needed = new Set(requiredConstants(pair.old));
  const isNeeded = requiredConstants(pair.now).some((name) => !needed.has(name));
  const rule = isNeeded ? "constants-required" : "constants-changed";
  report({ scope, direction: "request", place: pair.place }, rule, { ...at, facts });
}

function requiredConstants({ parameters }: Operation): string[] {
  return parameters.filter((one) => !isGiven(one) && one.required).map(({ name }) => name);
}

function constantsText(operation: Operation): string {
  const pairs = Object.entries(constantParameters(operation)).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? "none" : cut(pairs.sort(compareText).join("&"));
}

function positions({ path, parameters }: Operation): Map<Parameter, number> {
  return new Map(parameters.filter((one) => one.in === "path").map((one) => [one, path.indexOf(`{${one.name}}`)]));
}

function keyOf({ in: location, name }: Parameter): string {
  return location === "header" ? name.toLowerCase() : name;
}

interface Where {
  readonly pair: OperationPair;
  readonly scope: Scope;
}

function placeOf({ in: location, name }: Parameter, { place }: OperationPair): string {
  return location === "path" ? cut(`${place} ${name}`) : memberOf(`${place} params`, name);
}

function reportAlone(
  rule: RuleId,
  parameter: Parameter,
  { pair, scope, side }: Where & { readonly side: "old" | "new" },
  comparison: Comparison,
): void {
  const hadNone = pair.old.parameters.filter(isGiven).every((one) => one.in === "path");
  const shift = hadNone ? " The method had no parameters: call options move one argument to the right." : "";
  const type = typeText(parameter.schema, comparison[side]);
  const facts = { in: parameter.in, In: upperFirst(parameter.in), old: type, new: type, shift };
  report({ scope, direction: "request", place: placeOf(parameter, pair) }, rule, {
    [side]: parameter.pointer,
    key: `${parameter.in} ${keyOf(parameter)}`,
    facts,
    // By policy a new optional parameter is minor; who gives call options to a method that had none reads of it.
    ...(rule === "parameter-optional-added" && hadNone && { labels: ["compile"] }),
  });
}

function compareParameter(old: Parameter, now: Parameter, { pair, scope }: Where, comparison: Comparison): void {
  const place = placeOf(now, pair);
  const site = { scope, direction: "request" as const, place };
  const reportBoth = (rule: RuleId, facts: { readonly [name: string]: string } = {}) =>
    report(site, rule, { old: old.pointer, new: now.pointer, facts: { in: now.in, In: upperFirst(now.in), ...facts } });
  if (old.name !== now.name && now.in === "path")
    reportBoth("path-parameter-renamed", { place: pair.place, old: cut(old.name), new: cut(now.name) });
  if (old.name !== now.name && now.in === "header" && old.in === "header")
    reportBoth("parameter-respelled", { old: cut(old.name) });
  if (old.in !== now.in) reportBoth("parameter-moved", { old: old.in, new: now.in });
  if (old.required !== now.required)
    reportBoth(now.required ? "parameter-became-required" : "parameter-became-optional");
  if (old.deprecated !== now.deprecated) reportBoth(now.deprecated ? "parameter-deprecated" : "parameter-undeprecated");
  const [before, after] = [serialisation(old), serialisation(now)];
  if (old.in === now.in && before !== after) reportBoth("parameter-serialisation-changed", { old: before, new: after });
  scope.reports.push(...describeBoth(`\`${place}\``, old, now));
  compareSchemas(old.schema, now.schema, { ...site, isParameter: true }, comparison);
}

function serialisation({ style, explode, allowReserved, mediaType }: Parameter): string {
  if (mediaType !== undefined) return cut(mediaType);
  return `${style}${explode ? ", exploded" : ""}${allowReserved ? ", reserved characters as they are" : ""}`;
}
