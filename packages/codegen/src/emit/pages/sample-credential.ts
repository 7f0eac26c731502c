import type { Model, Operation, SecurityScheme } from "@svc/model";

/** A credential as a request carries it. */
export interface SampleCredential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

const TOKEN = "any-token";
const PASSWORD = "any-user:any-password";

/** A credential that a client of the document takes: user and password where a scheme is Basic. */
export function clientCredential({ securitySchemes }: Model): string {
  return Object.values(securitySchemes).some(isBasic) ? PASSWORD : TOKEN;
}

/** The credentials of the first alternative that the operation allows; a bearer token where the document says nothing. */
export function sampleCredentials({ security }: Operation, { securitySchemes }: Model): SampleCredential[] {
  const schemes = Object.keys(security[0] ?? {}).flatMap((name) => securitySchemes[name] ?? []);
  const sent = schemes.filter(({ type }) => type !== "mutualTLS").map(toCredential);
  return sent.length > 0 ? sent : [{ in: "header", name: "Authorization", value: `Bearer ${TOKEN}` }];
}

function toCredential(scheme: SecurityScheme): SampleCredential {
  if (scheme.type === "apiKey") return { in: scheme.in, name: scheme.name, value: TOKEN };
  if (isBasic(scheme)) return { in: "header", name: "Authorization", value: `Basic ${btoa(PASSWORD)}` };
  const name = scheme.type === "http" && !/^bearer$/i.test(scheme.scheme) ? scheme.scheme : "Bearer";
  return { in: "header", name: "Authorization", value: `${name} ${TOKEN}` };
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === "http" && /^basic$/i.test(scheme.scheme);
}
