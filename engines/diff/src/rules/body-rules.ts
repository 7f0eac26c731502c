import type { Rule } from "./rule.ts";

/** Request bodies, responses, their media types and headers. */
export const BODY_RULES = {
  "body-optional-added": {
    levels: { request: "major, compile, runtime" },
    message: "`{place}` now takes an optional body: {new}.{shift}",
    example: "`create()` → `create(body?)`",
  },
  "body-required-added": {
    levels: { request: "major, compile, runtime" },
    message: "`{place}` now needs a body: {new}.",
    example: "`create()` → `create(body)`",
  },
  "body-removed": {
    levels: { request: "major, compile" },
    message: "`{place}` no longer takes a body (was {old}).",
    example: "`create(body)` → `create()`",
  },
  "body-became-required": {
    levels: { request: "major, compile, runtime" },
    message: "The body of `{place}` is now required.",
    example: "`create(body?)` → `create(body)`",
  },
  "body-became-optional": {
    levels: { request: "minor" },
    message: "The body of `{place}` is now optional.",
    example: "`create(body)` → `create(body?)`",
  },
  "media-type-added": {
    levels: { request: "minor", response: "minor" },
    message: "{Place} can now be {new}, too.",
    example: "`application/json` → also `text/csv`",
  },
  "media-type-removed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "{Place} can no longer be {old}.",
    example: "`application/json` or `text/csv` → `application/json`",
  },
  "media-type-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "{Place} is now {new} instead of {old}.",
    example: "`application/json` → `application/problem+json`",
  },
  "media-type-preferred-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "{Place} is now read and written as {new} instead of {old}.",
    example: "`text/csv` → `application/json` besides, which the SDK prefers",
  },
  "part-encoding-changed": {
    levels: { request: "patch, runtime" },
    message: "The encoding of part `{part}` of `{place}` is now {new} (was {old}).{sender}",
    example:
      "`encoding` of a form: `text/plain` → `application/json`; major for a file of which a media type is no longer taken, minor where it may have more",
  },
  "media-type-parameters-changed": {
    levels: { request: "major, compile", response: "major, compile" },
    message: "The media type of {place} is now spelled {new} instead of {old}: a key of `operations`.",
    example: "`application/json` → `application/json; charset=utf-8`",
  },
  "stream-mark-changed": {
    levels: { response: "major, runtime" },
    message: "The {mark} mark of the stream {Place} is now {new} instead of {old}.",
    example: '`end: "[DONE]"` appears',
  },
  "success-status-changed": {
    levels: { response: "major, compile, fixture" },
    message: "`{place}` now answers {new} instead of {old}.",
    example: "`201` → `200`",
  },
  "success-status-added": {
    levels: { response: "minor, runtime" },
    message: "`{place}` may now answer {new}, too; what it resolves with stays the same.",
    example: "`200` → `200` or `202` with the same body",
  },
  "success-status-added-union": {
    levels: { response: "major, compile" },
    message: "`{place}` may now answer {status}, too, and then resolves with {new}: the result becomes a union.",
    example: "`200: Pet` → also `202: Job`",
  },
  "success-status-removed": {
    levels: { response: "minor, fixture" },
    message: "`{place}` no longer answers {old}.",
    example: "`200` or `204` → `200`; major where no other status has that body",
  },
  "error-status-added": {
    levels: { response: "minor, runtime" },
    message: "`{place}` may now fail with {status}: {new}.",
    example: "`409` appears",
  },
  "error-variant-added": {
    levels: { response: "minor, compile, runtime" },
    message: "`{place}` has one more variant: {new}.",
    example: "`Busy | Gone` → `Busy | Gone | Full`, as a body of an error: one more way to fail, like another status",
  },
  "error-status-removed": {
    levels: { response: "major, compile" },
    message: "`{place}` no longer fails with {status} ({old}).",
    example: "`404` disappears",
  },
  "response-body-added": {
    levels: { response: "major, compile" },
    message: "{Place} now has a body: {new}.",
    example: "no content → `Pet`",
  },
  "response-body-removed": {
    levels: { response: "major, compile, runtime" },
    message: "{Place} no longer has a body (was {old}).",
    example: "`Pet` → no content",
  },
  "response-header-added": {
    levels: { response: "minor" },
    message: "{Place} now carries the header `{name}`.",
    example: "`X-Total` appears",
  },
  "response-header-removed": {
    levels: { response: "major, compile, runtime" },
    message: "{Place} no longer carries the header `{name}`.",
    example: "`X-Total` disappears",
  },
  "response-header-became-optional": {
    levels: { response: "major, compile" },
    message: "{Place} may now lack the header `{name}`.",
    example: "`X-Total` required → optional",
  },
  "response-header-became-required": {
    levels: { response: "minor, fixture" },
    message: "{Place} now always carries the header `{name}`; hand-built fixtures must add it.",
    example: "`X-Total` optional → required",
  },
} satisfies { readonly [id: string]: Rule };
