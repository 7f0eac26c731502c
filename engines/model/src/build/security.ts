import { childPointer, plainToken } from "../load/pointer.ts";
import type { SecurityScheme } from "../model.ts";
import type { Context } from "./context.ts";
import { asArray, asString, entries, get, optional, record, strings } from "./raw.ts";

/** `components.securitySchemes` in plain form. Relative token URLs stay relative: they belong to the server's address. */
export function buildSecuritySchemes(document: unknown, context: Context): { [name: string]: SecurityScheme } {
  const at = "/components/securitySchemes";
  return record(
    entries(get(get(document, "components"), "securitySchemes")).flatMap(([name, item]) => {
      const { value } = context.resolve(item, childPointer(at, name));
      const scheme = buildScheme(value);
      if (scheme === undefined) return [];
      const deprecated = get(value, "deprecated") === true ? (true as const) : undefined;
      return [[name, { ...scheme, ...optional("deprecated", deprecated) }] as const];
    }),
  );
}

function buildScheme(value: unknown): SecurityScheme | undefined {
  const description = optional("description", asString(get(value, "description")));
  switch (get(value, "type")) {
    case "http":
      return { type: "http", scheme: (asString(get(value, "scheme")) ?? "bearer").toLowerCase(), ...description };
    case "apiKey": {
      const location = (["header", "query", "cookie"] as const).find((candidate) => candidate === get(value, "in"));
      return { type: "apiKey", in: location ?? "header", name: asString(get(value, "name")) ?? "", ...description };
    }
    case "oauth2": {
      const flows = entries(get(value, "flows")).filter(([name]) => !name.startsWith("x-"));
      const tokenUrl = flows.map(([, flow]) => asString(get(flow, "tokenUrl"))).find((url) => url !== undefined);
      const urls = record(flows.map(([name, flow]) => [name, addresses(flow)] as const));
      const names = flows.map(([name]) => name);
      return { type: "oauth2", flows: names, urls, ...optional("tokenUrl", tokenUrl), ...description };
    }
    case "openIdConnect":
      return { type: "openIdConnect", ...description };
    case "mutualTLS":
      return { type: "mutualTLS", ...description };
    default:
      return undefined;
  }
}

function addresses(flow: unknown): { [field: string]: string } {
  const fields = ["tokenUrl", "authorizationUrl", "deviceAuthorizationUrl", "refreshUrl"];
  return record(
    fields.flatMap((field) => {
      const address = asString(get(flow, field));
      return address === undefined ? [] : [[field, address] as const];
    }),
  );
}

/** OpenAPI 3.2 allows a reference in place of the name. */
export function schemeName(key: string): string {
  return key.startsWith("#/components/securitySchemes/") ? plainToken(key.slice(key.lastIndexOf("/") + 1)) : key;
}

/** Security Requirement Objects: alternatives, each a map from scheme names to scopes. */
export function buildSecurity(value: unknown): { [scheme: string]: readonly string[] }[] {
  return asArray(value).map((requirement) =>
    record(entries(requirement).map(([scheme, scopes]) => [schemeName(scheme), strings(scopes)] as const)),
  );
}
