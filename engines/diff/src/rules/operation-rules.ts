import type { Rule } from "./rule.ts";

/** Operations, their names and parameters, and who may call them. */
export const OPERATION_RULES = {
  "operation-added": {
    levels: "minor",
    message: "New method `{place}` ({route}).",
    example: "`DELETE /pets/{id}` appears: `pets.delete(id)`",
  },
  "operation-removed": {
    levels: "major, compile, runtime",
    message: "Method `{place}` ({route}) is gone.",
    example: "`DELETE /pets/{id}` disappears",
  },
  "method-renamed": {
    levels: "major, compile",
    message: "Method `{old}` is now called `{new}`.{alias}",
    example: "`pets.list` → `animals.list`; minor where the old name stays as an alias, as a bump lets it",
  },
  "operation-id-renamed": {
    levels: "major, runtime",
    message:
      'The operation of `{place}` is now called "{new}", not "{old}": in `operation` of the calls of fakes, and in `operationId` of hooks.{alias}',
    example: "`operationId: listPets` → `allPets`; the types take the old name, too, but it no longer comes",
  },
  "operation-moved": {
    levels: "major, compile, runtime",
    message: "`{place}` calls `{new}` instead of `{old}`: the path in `svc.raw` changes, too.",
    example: "`GET /pets` → `GET /animals`, same operation id",
  },
  "operation-deprecated": {
    levels: "minor",
    message: "Method `{place}` is now marked as deprecated.",
    example: "`deprecated: true` on an operation",
  },
  "operation-undeprecated": {
    levels: "patch",
    message: "Method `{place}` is no longer marked as deprecated.",
    example: "`deprecated: true` disappears",
  },
  "operation-tags-changed": {
    levels: "patch",
    message: "The tags of `{place}` change from {old} to {new}; no name in the SDK is made from them.",
    example: "`tags: [pets]` → `tags: [animals]`",
  },
  "security-added": {
    levels: { request: "major, runtime" },
    message: "`{place}` now needs a credential: {new}.",
    example: "no security → `bearer`",
  },
  "security-removed": {
    levels: { request: "minor" },
    message: "`{place}` no longer needs a credential (was {old}).",
    example: "`bearer` → no security",
  },
  "security-alternative-added": {
    levels: { request: "minor" },
    message: "`{place}` now accepts {new} as well.",
    example: "`bearer` → `bearer` or `apiKey`",
  },
  "security-alternative-removed": {
    levels: { request: "major, runtime" },
    message: "`{place}` no longer accepts {old}.",
    example: "`bearer` or `apiKey` → `bearer`",
  },
  "parameter-optional-added": {
    levels: { request: "minor" },
    message: "New optional {in} parameter `{place}`: {new}.{shift}",
    example: "`list()` → `list({ limit? })`",
  },
  "parameter-required-added": {
    levels: { request: "major, compile, runtime" },
    message: "New required {in} parameter `{place}`: {new}.",
    example: "`list()` → `list({ limit })`",
  },
  "parameter-removed": {
    levels: { request: "major, compile" },
    message: "{In} parameter `{place}` ({old}) is gone.",
    example: "`list({ limit? })` → `list()`",
  },
  "path-parameter-renamed": {
    levels: { request: "major, compile" },
    message: "Path parameter `{old}` of `{place}` is now called `{new}`: the path in `svc.raw` changes, too.",
    example: "`/pets/{id}` → `/pets/{petId}`",
  },
  "parameter-respelled": {
    levels: { request: "major, compile" },
    message: "Header parameter `{place}` is now spelled so, not `{old}`: the same header, another name in programs.",
    example: "`X-Tenant` in header → `x-tenant`",
  },
  "parameter-moved": {
    levels: { request: "major, compile, runtime" },
    message: "Parameter `{place}` travels in the {new} instead of the {old}.",
    example: "`limit` in query → in header",
  },
  "parameter-became-required": {
    levels: { request: "major, compile, runtime" },
    message: "{In} parameter `{place}` is now required.",
    example: "`limit?: number` → `limit: number`",
  },
  "parameter-became-optional": {
    levels: { request: "minor" },
    message: "{In} parameter `{place}` is now optional.",
    example: "`limit: number` → `limit?: number`",
  },
  "parameter-deprecated": {
    levels: { request: "minor" },
    message: "{In} parameter `{place}` is now marked as deprecated.",
    example: "`deprecated: true` on a parameter",
  },
  "parameter-undeprecated": {
    levels: { request: "patch" },
    message: "{In} parameter `{place}` is no longer marked as deprecated.",
    example: "`deprecated: true` disappears",
  },
  "parameter-serialisation-changed": {
    levels: { request: "patch, runtime" },
    message: "Parameter `{place}` is written differently ({old} → {new}); the SDK's new version does so.",
    example: "`explode: true` → `false`",
  },
  "constants-changed": {
    levels: { request: "patch, runtime" },
    message: "Calls of `{place}` send {new} in the query instead of {old}; the SDK's new version does so by itself.",
    example: "`x-svc-constant` of a query parameter: `v1` → `v2`",
  },
  "constants-required": {
    levels: { request: "major, compile, runtime" },
    message:
      "Calls of `{place}` must send {new} in the query instead of {old}; the SDK's new version does so by itself, calls through `svc.raw` have to.",
    example: "a required query parameter with `x-svc-constant` appears",
  },
} satisfies { readonly [id: string]: Rule };
