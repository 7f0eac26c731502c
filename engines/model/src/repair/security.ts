import { get } from "../build/raw.ts";
import { show } from "../load/finding.ts";
import { childPointer } from "../load/pointer.ts";
import { type Edit, type Mend, replaceAt } from "./repair.ts";

export const SCHEMES_AT = "/components/securitySchemes";

/** Names as the Components Object allows them. */
export function isPlainName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}

/** A name in the characters that are allowed, which no other scheme has. */
export function plainName(name: string, schemes: object): string {
  const plain = name.replaceAll(/[^\w.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "scheme";
  let free = plain;
  for (let count = 2; Object.hasOwn(schemes, free); count++) free = `${plain}_${count}`;
  return free;
}

/**
 * A scheme that is named and defined nowhere. A name such as `bearerAuth` says how the credential travels; others do not,
 * and a credential is sent to no place that the document does not name: that alternative is left out.
 */
export function mendUnknownScheme(
  name: string,
  { requirement, at, root }: { readonly requirement: object; readonly at: string; readonly root: unknown },
): Mend {
  const wrong = `names the security scheme ${show(name)}, which is not in ${SCHEMES_AT}`;
  const advice = "add it";
  const scheme = schemeOfName(name);
  if (scheme === undefined || !isPlainName(name)) {
    const assumed = "it is left out, and no credential is sent for it";
    const isAlone = Object.keys(requirement).length === 1;
    return { wrong, advice, assumed, edits: [{ op: "remove", pointer: isAlone ? at : childPointer(at, name) }] };
  }
  return {
    wrong,
    advice,
    assumed: `HTTP ${scheme.scheme} is assumed`,
    edits: [defineScheme(name, scheme, root)],
  };
}

function schemeOfName(name: string): { readonly type: "http"; readonly scheme: string } | undefined {
  if (/basic/i.test(name)) return { type: "http", scheme: "basic" };
  return /bearer|jwt|oauth|access_?(?:token|code)/i.test(name) ? { type: "http", scheme: "bearer" } : undefined;
}

function defineScheme(name: string, scheme: object, root: unknown): Edit {
  const components = get(root, "components");
  const isThere = (value: unknown): boolean => typeof value === "object" && value !== null;
  if (!isThere(components)) {
    return { op: "set", pointer: "", key: "components", value: { securitySchemes: { [name]: scheme } } };
  }
  if (!isThere(get(components, "securitySchemes"))) {
    return { op: "set", pointer: "/components", key: "securitySchemes", value: { [name]: scheme } };
  }
  return { op: "set", pointer: SCHEMES_AT, key: name, value: scheme };
}

/** `type: basic` of Swagger 2.0, `bearer`, `OAuth2`. */
export function mendSchemeType(type: unknown, at: string): Pick<Mend, "assumed" | "edits"> | undefined {
  if (typeof type !== "string") return undefined;
  const name = type.toLowerCase();
  const known = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"].find((each) => each.toLowerCase() === name);
  if (known !== undefined) {
    return { assumed: `${show(known)} is assumed`, edits: [{ op: "set", pointer: at, key: "type", value: known }] };
  }
  if (name !== "basic" && name !== "bearer") return undefined;
  return {
    assumed: `HTTP ${name} is assumed`,
    edits: [
      { op: "set", pointer: at, key: "type", value: "http" },
      { op: "set", pointer: at, key: "scheme", value: name },
    ],
  };
}

/** Scopes that an author left empty, or wrote as one text. */
export function mendScopes(scopes: unknown, at: string, root: unknown): Pick<Mend, "assumed" | "edits"> | undefined {
  const isEmpty =
    scopes === null || scopes === "" || (typeof scopes === "object" && Object.keys(scopes as object).length === 0);
  if (!isEmpty && typeof scopes !== "string") return undefined;
  const value = isEmpty ? [] : [scopes];
  return {
    assumed: isEmpty ? "an empty list is assumed" : "a list of it is assumed",
    edits: replaceAt(at, value, root),
  };
}
