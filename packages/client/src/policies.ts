/**
 * The policies of the client one by one, for fetches of one's own: other clients, browser pages.
 *
 * @packageDocumentation
 */
export type { CallEvent, Hooks } from "./call/hooks.ts";
export { type AuthenticateOptions, authenticate } from "./policies/authenticate.ts";
export { type ComposedFetch, compose, type PolicyInit } from "./policies/compose.ts";
export { type DeadlineOptions, deadline } from "./policies/deadline.ts";
export { type MaxBodyOptions, maxBody } from "./policies/max-body.ts";
export { observe } from "./policies/observe.ts";
export { type PaceOptions, pace } from "./policies/pace.ts";
export type { Next, Policy, PolicyCall } from "./policies/policy.ts";
export { redirects } from "./policies/redirects.ts";
export { retry } from "./policies/retry.ts";
export type { RetryOptions } from "./retry/retry-decision.ts";
