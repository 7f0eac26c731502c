import type { Rule } from "./rule.ts";

/** Exported names, servers, security schemes and prose. */
export const DOCUMENT_RULES = {
  "schema-added": {
    levels: "minor",
    message: "New type `{place}`.",
    example: "`components.schemas.Owner` appears",
  },
  "schema-removed": {
    levels: "major, compile",
    message: "Type `{place}` is gone.",
    example: "`components.schemas.Owner` disappears",
  },
  "schema-renamed": {
    levels: "major, compile",
    message: "Type `{old}` is now called `{new}`.{alias}",
    example: "`Owner` → `Person`; minor with an alias",
  },
  "schema-split": {
    levels: "major, compile",
    message: "Type `{old}` is several now: {new}.{alias}",
    example: "`Owner` → `OwnerIn` in requests, `OwnerOut` in responses; minor with an alias",
  },
  "alias-removed": {
    levels: "major, compile",
    message: "The deprecated name `{old}` of `{place}` is gone, or is another one's now.",
    example: "`Owner`, an alias of `Person` → a schema of its own",
  },
  "builder-renamed": {
    levels: "major, compile, fixture",
    message: "The builder `build.{old}` of `{place}` is {new}.",
    example: "`build.owners()` → none; an added schema takes no name of another, so only where names are not kept",
  },
  "reference-form-changed": {
    levels: "patch",
    message: "`{place}` is now written {new} instead of {old}; its type stays the same.",
    example: "`$ref: Owner` → the same schema inline",
  },
  "security-scheme-added": {
    levels: "minor",
    message: "New security scheme `{place}`.",
    example: "`components.securitySchemes.apiKey` appears",
  },
  "security-scheme-removed": {
    levels: "major, runtime",
    message: "Security scheme `{place}` is gone.",
    example: "`components.securitySchemes.apiKey` disappears",
  },
  "security-scheme-changed": {
    levels: "major, runtime",
    message: "Security scheme `{place}` changes: {old} → {new}.",
    example: "`apiKey` in header → in query",
  },
  "security-scheme-deprecated": {
    levels: "minor",
    message: "Security scheme `{place}` is now marked as deprecated.",
    example: "`deprecated: true` appears in `components.securitySchemes.apiKey`",
  },
  "token-url-changed": {
    levels: "minor, runtime",
    message: "Tokens of `{place}` now come from {new} (was {old}).",
    example: "`tokenUrl: token` → `oauth/token`",
  },
  "server-added": {
    levels: "minor",
    message: "New server {new}.",
    example: "`servers` gains an entry",
  },
  "server-removed": {
    levels: "minor, runtime",
    message: "Server {old} is gone; the SDK takes its address from `baseUrl`.",
    example: "`servers` loses an entry",
  },
  "server-changed": {
    levels: "minor, runtime",
    message: "Server {old} is now {new}; the SDK takes its address from `baseUrl`.",
    example: "`https://a.example` → `https://b.example`",
  },
  "request-headers-changed": {
    levels: "minor, runtime",
    message: "The headers of every request are now: {new} (were: {old}).",
    example: "`x-svc-request-headers` edited",
  },
  "unknown-settled": {
    levels: "patch",
    message: "No longer unknown: {old}",
    example: "an entry of `x-svc-unknown` disappears",
  },
  "unknown-added": {
    levels: "patch",
    message: "Marked as unknown: {new}",
    example: "an entry of `x-svc-unknown` appears",
  },
  "description-changed": {
    levels: "patch",
    message: "The {what} of {place} changes.",
    example: "`description`, `summary`, `title` or an example edited",
  },
  "version-changed": {
    levels: "patch",
    message: "The document's version is now {new} (was {old}): `documentVersion`.",
    example: "`info.version: 1.4.40` → `1.4.41`",
  },
  "openapi-changed": {
    levels: "patch",
    message: "The document is now written in OpenAPI {new} instead of {old}.",
    example: "`openapi: 3.0.3` → `3.1.0`",
  },
  "compiler-refuses": {
    levels: "major, compile",
    message: "The {what} of `{place}`: programs written against the old types no longer compile. {reason}",
    example: "what no other rule calls breaking, and TypeScript does",
  },
} satisfies { readonly [id: string]: Rule };
