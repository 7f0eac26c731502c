import type { Model, Operation, SecurityScheme } from "@svc/model";
import type { Scope } from "../collect.ts";
import { childPointer } from "../schema/pointers.ts";
import { own } from "../schema/side.ts";
import { cut } from "../schema/type-text.ts";
import { describe } from "./info.ts";

type Requirement = Operation["security"][number];
interface Pair {
  readonly old: Operation;
  readonly now: Operation;
  readonly place: string;
}

/** Who may call an operation. */
export function compareSecurity({ old, now, place }: Pair, scope: Scope): void {
  const tell = (
    rule: "security-added" | "security-removed" | "security-alternative-added" | "security-alternative-removed",
  ) => {
    const [a, b] = rule.includes("alternative") ? [removed, added] : [old.security, now.security];
    const facts = { place, old: listText(a), new: listText(b) };
    const at = { old: childPointer(old.pointer, "security"), new: childPointer(now.pointer, "security") };
    scope.reports.push({ rule, direction: "request", ...at, facts });
  };
  const meets = (one: Requirement, other: Requirement) =>
    Object.entries(other).every(([name, scopes]) => {
      const held = own(one, name);
      return held !== undefined && scopes.every((scope) => held.includes(scope));
    });
  const [wasOpen, isOpen] = [isPublic(old), isPublic(now)];
  const removed = old.security.filter(
    (one) => !isEmpty(one) && !now.security.some((other) => !isEmpty(other) && meets(one, other)),
  );
  const added = now.security.filter((one) => !isEmpty(one) && !old.security.some((other) => text(other) === text(one)));
  if (wasOpen !== isOpen) {
    tell(isOpen ? "security-removed" : "security-added");
    return;
  }
  if (removed.length > 0) tell("security-alternative-removed");
  if (added.length > 0) tell("security-alternative-added");
}

function isEmpty(requirement: Requirement): boolean {
  return Object.keys(requirement).length === 0;
}

function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some(isEmpty);
}

function text(requirement: Requirement): string {
  const parts = Object.entries(requirement).map(([name, scopes]) =>
    scopes.length === 0 ? name : `${name} (${[...scopes].sort().join(" ")})`,
  );
  return parts.sort().join(" + ");
}

function listText(requirements: readonly Requirement[]): string {
  return cut(
    requirements
      .map(text)
      .filter((part) => part !== "")
      .join(" or ") || "nothing",
  );
}

/** The security schemes by name. */
export function compareSecuritySchemes(
  old: Model["securitySchemes"],
  now: Model["securitySchemes"],
  scope: Scope,
): void {
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const pointer = childPointer("/components/securitySchemes", name);
    const [a, b] = [own(old, name), own(now, name)];
    const facts = { place: cut(name), old: schemeText(a), new: schemeText(b) };
    if (a === undefined) scope.reports.push({ rule: "security-scheme-added", new: pointer, facts });
    else if (b === undefined) scope.reports.push({ rule: "security-scheme-removed", old: pointer, facts });
    else compareScheme(a, b, scope, { pointer, facts });
  }
}

function compareScheme(
  a: SecurityScheme,
  b: SecurityScheme,
  scope: Scope,
  {
    pointer,
    facts,
  }: {
    readonly pointer: string;
    readonly facts: { readonly place: string; readonly old: string; readonly new: string };
  },
): void {
  const at = { old: pointer, new: pointer };
  if (facts.old !== facts.new) scope.reports.push({ rule: "security-scheme-changed", ...at, facts });
  const [from, to] = [tokenUrl(a), tokenUrl(b)];
  if (from !== to)
    scope.reports.push({
      rule: "token-url-changed",
      ...at,
      facts: { place: facts.place, old: cut(from ?? "none"), new: cut(to ?? "none") },
    });
  describe(
    scope,
    { what: "description", place: `security scheme \`${facts.place}\``, pointer },
    a.description,
    b.description,
  );
}

function tokenUrl(scheme: SecurityScheme): string | undefined {
  return scheme.type === "oauth2" ? scheme.tokenUrl : undefined;
}

function schemeText(scheme: SecurityScheme | undefined): string {
  if (scheme === undefined) return "none";
  switch (scheme.type) {
    case "http":
      return cut(`http ${scheme.scheme}`);
    case "apiKey":
      return cut(`apiKey ${scheme.name} in ${scheme.in}`);
    case "oauth2":
      return cut(`oauth2 ${[...scheme.flows].sort().join(", ")}`);
    default:
      return scheme.type;
  }
}
