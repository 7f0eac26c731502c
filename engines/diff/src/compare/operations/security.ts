import { childPointer, type Model, type Operation, own, type SecurityScheme } from "@svc/model";
import type { Report } from "../../collect.ts";
import { pairMembers } from "../../pair-up.ts";
import { cut } from "../../schema/type-text.ts";
import type { OperationPair } from "../comparison.ts";
import { describe } from "../info.ts";

type Requirement = Operation["security"][number];

/** Compares who may call an operation. */
export function compareSecurity({ old, now, place }: OperationPair): Report[] {
  const at = { old: childPointer(old.pointer, "security"), new: childPointer(now.pointer, "security") };
  const meets = (one: Requirement, other: Requirement) =>
    Object.entries(other).every(([name, scopes]) => {
      const held = own(one, name);
      return held !== undefined && scopes.every((scope) => held.includes(scope));
    });
  const [wasOpen, isOpen] = [isPublic(old), isPublic(now)];
  if (wasOpen !== isOpen) {
    const facts = { place, old: listText(old.security), new: listText(now.security) };
    return [{ rule: isOpen ? "security-removed" : "security-added", direction: "request", ...at, facts }];
  }
  const removed = old.security.filter(
    (one) => !isEmpty(one) && !now.security.some((other) => !isEmpty(other) && meets(one, other)),
  );
  const added = now.security.filter((one) => !isEmpty(one) && !old.security.some((other) => text(other) === text(one)));
  const facts = { place, old: listText(removed), new: listText(added) };
  return [
    ...(removed.length > 0
      ? [{ rule: "security-alternative-removed", direction: "request", ...at, facts } as const]
      : []),
    ...(added.length > 0 ? [{ rule: "security-alternative-added", direction: "request", ...at, facts } as const] : []),
  ];
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
export function compareSecuritySchemes(old: Model["securitySchemes"], now: Model["securitySchemes"]): Report[] {
  return pairMembers(old, now).flatMap(([name, a, b]): Report[] => {
    const pointer = childPointer("/components/securitySchemes", name);
    const facts = { place: cut(name), old: schemeText(a), new: schemeText(b) };
    if (a === undefined) return [{ rule: "security-scheme-added", new: pointer, facts }];
    if (b === undefined) return [{ rule: "security-scheme-removed", old: pointer, facts }];
    const at = { old: pointer, new: pointer };
    const [from, to] = [tokenUrl(a), tokenUrl(b)];
    const urls = { ...facts, old: cut(from ?? "none"), new: cut(to ?? "none") };
    const place = `security scheme \`${facts.place}\``;
    return [
      ...(facts.old === facts.new ? [] : [{ rule: "security-scheme-changed", ...at, facts } as const]),
      ...(from === to ? [] : [{ rule: "token-url-changed", ...at, facts: urls } as const]),
      ...describe({ what: "description", place, pointer }, a.description, b.description),
      ...(a.deprecated || !b.deprecated ? [] : [{ rule: "security-scheme-deprecated", ...at, facts } as const]),
    ];
  });
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
