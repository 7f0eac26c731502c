import type { Rule } from "./rule.ts";

/** Requests that the service sends: what arrives with them is a response to users, what they answer a request. */
export const EVENT_RULES = {
  "event-added": {
    levels: "minor",
    message: "New {what}.",
    example: "`webhooks.petSold` appears",
  },
  "event-removed": {
    levels: "major, compile, runtime",
    message: "The {what} is gone.",
    example: "`webhooks.petSold` disappears",
  },
  "event-moved": {
    levels: "major, runtime",
    message: "The {what} now comes as `{new}` instead of `{old}`.",
    example: "`{$request.body#/url}` of a callback → `{$request.query.url}`, or another method",
  },
  "event-signature-changed": {
    levels: "major, runtime",
    message: "Webhooks are signed otherwise: {old} → {new}. Receivers that verify by the old scheme refuse them.",
    example: "`x-svc-webhook-signature` appears, disappears or names another header, hash, encoding or prefix",
  },
  "event-id-header-changed": {
    levels: "minor, runtime",
    message: "The id of a webhook's delivery is elsewhere: {old} → {new}.",
    example: "`id` of `x-svc-webhook-signature` changes",
  },
  "event-deprecated": {
    levels: "minor",
    message: "The {what} is now marked as deprecated.",
    example: "`deprecated: true` on a webhook",
  },
  "event-undeprecated": {
    levels: "patch",
    message: "The {what} is no longer marked as deprecated.",
    example: "`deprecated: true` disappears",
  },
  "event-parameter-added": {
    levels: { response: "minor" },
    message: "The {what} now carries the {in} parameter `{name}`.",
    example: "a webhook gains the header `X-Signature`",
  },
  "event-parameter-removed": {
    levels: { response: "major, compile, runtime" },
    message: "The {what} no longer carries the {in} parameter `{name}`.",
    example: "a webhook loses the header `X-Signature`",
  },
  "event-parameter-became-optional": {
    levels: { response: "major, compile" },
    message: "The {what} may now lack the {in} parameter `{name}`.",
    example: "the header `X-Signature` required → optional",
  },
  "event-parameter-became-required": {
    levels: { response: "minor, fixture" },
    message: "The {what} now always carries the {in} parameter `{name}`; hand-built fixtures must add it.",
    example: "the header `X-Signature` optional → required",
  },
  "event-body-added": {
    levels: { response: "minor" },
    message: "The {what} now has a body: {new}.",
    example: "a webhook gains a `requestBody`",
  },
  "event-body-removed": {
    levels: { response: "major, compile, runtime" },
    message: "The {what} no longer has a body (was {old}).",
    example: "a webhook loses its `requestBody`",
  },
  "event-body-became-optional": {
    levels: { response: "major, compile" },
    message: "The {what} may now come without its body.",
    example: "`required: true` disappears from a webhook's body",
  },
  "event-body-became-required": {
    levels: { response: "minor, fixture" },
    message: "The {what} now always has a body; hand-built fixtures must add it.",
    example: "`required: true` on a webhook's body",
  },
  "event-answer-added": {
    levels: { request: "minor" },
    message: "The {what} may now be answered with {status}, too.",
    example: "a webhook's `responses` gains `410`",
  },
  "event-answer-removed": {
    levels: { request: "major, runtime" },
    message: "The {what} may no longer be answered with {status}.",
    example: "a webhook's `responses` loses `200`",
  },
} satisfies { readonly [id: string]: Rule };

/** Declarations of an operation beside its requests and answers. */
export const DECLARATION_RULES = {
  "link-added": {
    levels: "patch",
    message: "The answer {status} of `{place}` now links to {new} as `{name}`.",
    example: "`links` of a response gains an entry; the SDK makes nothing of them",
  },
  "link-removed": {
    levels: "patch",
    message: "The answer {status} of `{place}` no longer links to {old} as `{name}`.",
    example: "`links` of a response loses an entry",
  },
  "link-changed": {
    levels: "patch",
    message: "The link `{name}` in the answer {status} of `{place}` changes: {old} → {new}.",
    example: "another `operationId` or other `parameters` in a link",
  },
  "resource-added": {
    levels: "minor",
    message: "The fake stores what `{place}` declares.",
    example: "`x-svc-resource` appears",
  },
  "resource-removed": {
    levels: "major, compile",
    message: "What the fake stores at `{place}` is no longer declared.",
    example: "`x-svc-resource` disappears",
  },
  "resource-none": {
    levels: "major, compile",
    message: "The fake no longer stores anything at `{place}`.",
    example: "`x-svc-resource: { kind: none }`",
  },
  "resource-changed": {
    levels: "major, compile",
    message: "What the fake stores at `{place}` changes for tests: {old} → {new}.",
    example: "an extra, option or download of `x-svc-resource` is gone; another `kind`, `schema` or `id`",
  },
  "resource-extended": {
    levels: "minor",
    message: "What the fake stores at `{place}` also has: {new}.",
    example: "a new extra, option or download in `x-svc-resource`",
  },
  "resource-states-changed": {
    levels: "major, runtime",
    message: "What the fake stores at `{place}` no longer comes to these states: {old}; it comes to others: {new}.",
    example: "a state is gone from `transitions` of `x-svc-resource`: a test waits for it in vain",
  },
  "resource-states-added": {
    levels: "minor, runtime",
    message: "What the fake stores at `{place}` also comes to these states: {new}.",
    example: "a state is added to `transitions` of `x-svc-resource`",
  },
  "resource-tuned": {
    levels: "patch, runtime",
    message: "What the fake stores at `{place}` behaves otherwise: {old} → {new}.",
    example: "another default, filter, order or lifetime in `x-svc-resource`",
  },
  "trait-added": {
    levels: "minor",
    message: "New trait `{place}()` of the builders.",
    example: "`x-svc-traits` of a schema gains an entry",
  },
  "trait-removed": {
    levels: "major, compile",
    message: "The trait `{place}()` of the builders is gone.",
    example: "`x-svc-traits` of a schema loses an entry",
  },
  "trait-changed": {
    levels: "patch, fixture",
    message: "The trait `{place}()` of the builders gives other values: {old} → {new}.",
    example: "other values in `x-svc-traits`",
  },
  "waiter-added": {
    levels: "minor",
    message: "New waiter `{name}` beside `{place}`.",
    example: "`x-svc-waiter` appears",
  },
  "waiter-removed": {
    levels: "major, compile",
    message: "The waiter `{name}` beside `{place}` is gone.",
    example: "`x-svc-waiter` disappears",
  },
  "waiter-renamed": {
    levels: "major, compile",
    message: "The waiter `{old}` beside `{place}` is now called `{new}`.",
    example: "`untilActive` → `untilReady`, all else as before",
  },
  "waiter-changed": {
    levels: "major, runtime",
    message: "The waiter `{name}` beside `{place}` now waits for something else: {old} → {new}.",
    example: "a state of `success` or `failure` is added or removed; another `pointer`",
  },
  "waiter-tuned": {
    levels: "patch, runtime",
    message: "The waiter `{name}` beside `{place}` changes: {old} → {new}.",
    example: "another interval in `x-svc-waiter`",
  },
  "lifecycle-added": {
    levels: "minor",
    message: "What `{place}` begins now ends with {new}: its result works with `await using`.",
    example: "`x-svc-lifecycle` appears",
  },
  "lifecycle-removed": {
    levels: "major, compile",
    message: "The result of `{place}` no longer works with `await using` (it ended with {old}).",
    example: "`x-svc-lifecycle` disappears",
  },
  "lifecycle-changed": {
    levels: "minor, runtime",
    message: "What `{place}` begins now ends otherwise: {old} → {new}.",
    example: "another `end` or `id` in `x-svc-lifecycle`",
  },
  "idempotency-added": {
    levels: "minor, runtime",
    message: "Calls of `{place}` are now sent with a key in {new}, and therefore retried.",
    example: "`x-svc-idempotency` appears",
  },
  "idempotency-removed": {
    levels: "major, runtime",
    message:
      "Calls of `{place}` are no longer sent with a key in {old}, and no longer retried where that could act twice.",
    example: "`x-svc-idempotency` disappears",
  },
  "idempotency-changed": {
    levels: "patch, runtime",
    message: "Calls of `{place}` have their key in {new} instead of {old}; the SDK's new version does so.",
    example: "another `header` in `x-svc-idempotency`",
  },
} satisfies { readonly [id: string]: Rule };
