import { asObject, get, type Raw } from "../../build/raw.ts";
import { schemeName } from "../../build/security.ts";
import { type Mend, replaceAt } from "../../repair/repair.ts";
import {
  isPlainName,
  mendSchemeType,
  mendScopes,
  mendUnknownScheme,
  plainName,
  SCHEMES_AT,
} from "../../repair/security.ts";
import { kindOf, show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import { isToken } from "../text.ts";
import { checkHeaderName } from "./check-objects.ts";
import type { CheckContext } from "./context.ts";

const TYPES = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];

/** Checks security schemes, and the requirements that hold for the whole document. */
export function checkSecurity(context: CheckContext): void {
  const schemes = asObject(get(get(context.root, "components"), "securitySchemes"));
  for (const [name, item] of Object.entries(schemes)) {
    const at = childPointer(SCHEMES_AT, name);
    const isLost = Object.hasOwn(asObject(item), "$ref") && !context.targets.has(item as object);
    if (!isLost && !isPlainName(name)) {
      const to = plainName(name, schemes);
      context.mend(at, {
        wrong: "has a name with other characters than letters, digits and . _ -",
        advice: "rename it",
        assumed: `${show(to)} is assumed`,
        edits: [{ op: "rename", pointer: SCHEMES_AT, from: name, to }],
      });
    }
    const target = typeof item === "object" && item !== null ? context.targets.get(item) : undefined;
    if (target === undefined && get(item, "$ref") === undefined) checkScheme(asObject(item), at, context);
  }
  checkRequirements(get(context.root, "security"), "/security", context);
}

function checkScheme(scheme: Raw, at: string, context: CheckContext): void {
  const { type, name, in: location, scheme: httpScheme } = scheme as { [field: string]: unknown };
  if (!TYPES.includes(type as string)) {
    const [wrong, advice] = [`is ${show(type)}`, `write one of ${TYPES.join(", ")}`];
    const known = mendSchemeType(type, at);
    context.mend(childPointer(at, "type"), { wrong, advice, ...(known ?? leaveOut(at)) });
    if (known === undefined) return;
  }
  if (type === "mutualTLS") {
    context.warn(
      at,
      "is mutual TLS, which the runtime's connections have or have not; operations are called without it",
    );
  }
  if (type === "http" && (typeof httpScheme !== "string" || !isToken(httpScheme))) {
    const [wrong, advice] = [`is ${show(httpScheme)}`, "write bearer, basic or another registered scheme"];
    context.mend(childPointer(at, "scheme"), { wrong, advice, ...leaveOut(at) });
  }
  if (type === "apiKey") {
    const nameAt = childPointer(at, "name");
    if (!["header", "query", "cookie"].includes(location as string)) {
      const [wrong, advice] = [`is ${show(location)}`, "write header, query or cookie"];
      context.mend(childPointer(at, "in"), { wrong, advice, ...leaveOut(at) });
    } else if (typeof name !== "string" || name === "")
      context.mend(nameAt, { wrong: `is ${show(name)}`, advice: "write the name of the key", ...leaveOut(at) });
    else if (location !== "query") checkHeaderName(name, nameAt, context);
  }
  for (const field of ["openIdConnectUrl", "oauth2MetadataUrl"]) checkAddress(scheme, field, at, context);
  for (const [flow, value] of Object.entries(asObject(scheme["flows"]))) {
    for (const field of ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"]) {
      checkAddress(asObject(value), field, childPointer(childPointer(at, "flows"), flow), context);
    }
  }
}

/** A scheme of which nobody can tell how its credential travels is as good as one that is not defined. */
function leaveOut(at: string): Pick<Mend, "assumed" | "edits"> {
  return { assumed: "the scheme is left out", edits: [{ op: "remove", pointer: at }] };
}

/** Credentials go to these addresses, and people click on them. */
function checkAddress(owner: Raw, field: string, at: string, context: CheckContext): void {
  if (!Object.hasOwn(owner, field)) return;
  const value = owner[field];
  if (typeof value !== "string" || /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i.test(value)) {
    context.refuse(childPointer(at, field), `is ${show(value)}; write an http(s) address or a relative one`);
  }
}

/** Checks a list of Security Requirement Objects: of the document, or of an operation. */
export function checkRequirements(value: unknown, at: string, context: CheckContext): void {
  if (value === undefined || value === null) return;
  if (!Array.isArray(value)) {
    const [wrong, advice] = [`is ${kindOf(value)}`, "write a list of security requirements"];
    if (typeof value !== "object") context.refuse(at, `${wrong}; ${advice}`);
    else {
      const list = Object.keys(value).length === 0 ? [] : [value];
      const edits = replaceAt(at, list, context.root);
      context.mend(at, { wrong, advice, assumed: "a list of it is assumed", edits });
    }
    return;
  }
  const schemes = asObject(get(get(context.root, "components"), "securitySchemes"));
  for (const [index, requirement] of value.entries()) {
    const requirementAt = childPointer(at, index);
    if (typeof requirement === "string" && Object.hasOwn(schemes, requirement)) {
      const [wrong, advice] = [`is ${show(requirement)}`, "write an object from scheme names to scopes"];
      const edits = replaceAt(requirementAt, { [requirement]: [] }, context.root);
      context.mend(requirementAt, { wrong, advice, assumed: "the scheme without scopes is assumed", edits });
      continue;
    }
    if (typeof requirement !== "object" || requirement === null || Array.isArray(requirement)) {
      context.refuse(requirementAt, `is ${kindOf(requirement)}; write an object from scheme names to scopes`);
      continue;
    }
    for (const [key, scopes] of Object.entries(requirement)) {
      const name = schemeName(key);
      if (!Object.hasOwn(schemes, name)) {
        context.mend(requirementAt, mendUnknownScheme(name, { requirement, at: requirementAt, root: context.root }));
      } else if (!isPlainName(name)) {
        const edits = [{ op: "rename", pointer: requirementAt, from: name, to: plainName(name, schemes) }] as const;
        const [wrong, advice] = [`names the security scheme ${show(name)}`, "rename it"];
        context.mend(requirementAt, { wrong, advice, assumed: "the name that it gets is assumed", edits });
      } else if (!Array.isArray(scopes) || scopes.some((scope) => typeof scope !== "string")) {
        const scopesAt = childPointer(requirementAt, key);
        const [wrong, advice] = [`is ${show(scopes)}`, "write a list of scopes, or an empty one"];
        const known = mendScopes(scopes, scopesAt, context.root);
        if (known === undefined) context.refuse(scopesAt, `${wrong}; ${advice}`);
        else context.mend(scopesAt, { wrong, advice, ...known });
      }
    }
  }
}
