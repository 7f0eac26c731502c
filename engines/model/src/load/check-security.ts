import { asObject, get, type Raw } from "../build/raw.ts";
import { checkHeaderName } from "./check-objects.ts";
import type { CheckContext } from "./context.ts";
import { kindOf, show } from "./finding.ts";
import { childPointer } from "./pointer.ts";
import { isToken } from "./text.ts";

const TYPES = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];
const SCHEMES_AT = "/components/securitySchemes";

/** Checks security schemes, and the requirements that hold for the whole document. */
export function checkSecurity(context: CheckContext): void {
  const schemes = asObject(get(get(context.root, "components"), "securitySchemes"));
  for (const [name, item] of Object.entries(schemes)) {
    const at = childPointer(SCHEMES_AT, name);
    if (!/^[\w.-]+$/.test(name)) {
      context.refuse(at, "has a name with other characters than letters, digits and . _ -; rename it");
    }
    const target = typeof item === "object" && item !== null ? context.targets.get(item) : undefined;
    if (target === undefined && get(item, "$ref") === undefined) checkScheme(asObject(item), at, context);
  }
  checkRequirements(get(context.root, "security"), "/security", context);
}

function checkScheme(scheme: Raw, at: string, context: CheckContext): void {
  const { type, name, in: location, scheme: httpScheme } = scheme as { [field: string]: unknown };
  if (!TYPES.includes(type as string)) {
    context.refuse(childPointer(at, "type"), `is ${show(type)}; write one of ${TYPES.join(", ")}`);
  }
  if (type === "http" && (typeof httpScheme !== "string" || !isToken(httpScheme))) {
    context.refuse(
      childPointer(at, "scheme"),
      `is ${show(httpScheme)}; write bearer, basic or another registered scheme`,
    );
  }
  if (type === "apiKey") {
    const nameAt = childPointer(at, "name");
    if (!["header", "query", "cookie"].includes(location as string)) {
      context.refuse(childPointer(at, "in"), `is ${show(location)}; write header, query or cookie`);
    }
    if (typeof name !== "string" || name === "") context.refuse(nameAt, `is ${show(name)}; write the name of the key`);
    else if (location !== "query") checkHeaderName(name, nameAt, context);
  }
  checkAddress(scheme, "openIdConnectUrl", at, context);
  for (const [flow, value] of Object.entries(asObject(scheme["flows"]))) {
    for (const field of ["authorizationUrl", "tokenUrl", "refreshUrl"]) {
      checkAddress(asObject(value), field, childPointer(childPointer(at, "flows"), flow), context);
    }
  }
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
    context.refuse(at, `is ${kindOf(value)}; write a list of security requirements`);
    return;
  }
  const schemes = asObject(get(get(context.root, "components"), "securitySchemes"));
  for (const [index, requirement] of value.entries()) {
    const requirementAt = childPointer(at, index);
    if (typeof requirement !== "object" || requirement === null || Array.isArray(requirement)) {
      context.refuse(requirementAt, `is ${kindOf(requirement)}; write an object from scheme names to scopes`);
      continue;
    }
    for (const [name, scopes] of Object.entries(requirement)) {
      if (!Object.hasOwn(schemes, name)) {
        context.refuse(requirementAt, `names the security scheme ${show(name)}, which is not in ${SCHEMES_AT}; add it`);
      } else if (!Array.isArray(scopes) || scopes.some((scope) => typeof scope !== "string")) {
        context.refuse(
          childPointer(requirementAt, name),
          `is ${show(scopes)}; write a list of scopes, or an empty one`,
        );
      }
    }
  }
}
