/**
 * Waiting for a state of the service, polled at the pace that its rate limit allows.
 *
 * @packageDocumentation
 */
export { type CloseOnSignalsOptions, closeOnSignals } from "./waits/close-on-signals.ts";
export type { PollEvent, WaiterOptions } from "./waits/wait.ts";
export { type LastSeen, WaiterError, WaiterTimeoutError } from "./waits/wait.ts";
export type { CloseOptions } from "./waits/with-lifecycles.ts";
export { type WaitUntilOptions, waitUntil } from "./waits/with-waiters.ts";
