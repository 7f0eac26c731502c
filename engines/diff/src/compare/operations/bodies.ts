import { type Body, preferredContent } from "@svc/model";
import type { Scope } from "../../collect.ts";
import { typeText } from "../../schema/type-text.ts";
import { type Comparison, type OperationPair, report } from "../comparison.ts";
import { describe } from "../info.ts";
import { compareContents } from "./contents.ts";

/** The request bodies of an operation. */
export function compareBodies({ old, now, place }: OperationPair, scope: Scope, comparison: Comparison): void {
  const [a, b] = [old.body, now.body];
  const site = { scope, direction: "request" as const, place };
  const type = (body: Body, side: Comparison["old"]) => typeText(preferredContent(body.content)?.schema, side);
  if (a === undefined && b === undefined) return;
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
  const at = { what: "description", place: `the body of \`${place}\``, pointer: b.pointer, pointerOld: a.pointer };
  scope.reports.push(...describe(at, a.description, b.description));
  compareContents(a, b, { ...site, place: `${place} body` }, comparison);
}
