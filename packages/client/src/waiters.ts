/**
 * Waiting for a state of the service, polled at the pace that its rate limit allows.
 *
 * @packageDocumentation
 */

import { checkKind } from "./checks.ts";
import type { CloseOptions } from "./waits/with-lifecycles.ts";

/** The part of Node's `process` that is used. */
interface Signals {
  on(signal: string, listener: (signal: string) => void): unknown;
  off(signal: string, listener: (signal: string) => void): unknown;
  kill(pid: number, signal: string): unknown;
  readonly pid: number;
}

/** Options of {@link closeOnSignals}. */
export interface CloseOnSignalsOptions {
  /** @default ["SIGINT", "SIGTERM"] */
  readonly signals?: readonly string[] | undefined;
  /** Called with the error if a resource could not be ended. Its errors are ignored. @default none */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** @default Node's `process` */
  readonly process?: Signals | undefined;
}

/**
 * Ends the resources that the client's calls started when the process receives a signal, and then lets the signal take
 * effect. A second signal takes effect at once. For Node.js, Deno and Bun.
 *
 * @returns A function that removes the listeners.
 * @throws ConfigurationError if there is no `process`
 */
export function closeOnSignals(
  client: { close(options?: CloseOptions): Promise<void> },
  { signals = ["SIGINT", "SIGTERM"], onError, ...given }: CloseOnSignalsOptions = {},
): () => void {
  const process = given.process ?? (globalThis as { process?: Signals }).process;
  checkKind("process.on", process?.on);
  const { on, off, kill, pid } = process as Signals;
  const remove = (): void => {
    for (const signal of signals) off.call(process, signal, onSignal);
  };
  const onSignal = (signal: string): void => {
    remove();
    void client
      .close({ closeResources: true })
      .catch((error: unknown) => onError?.(error))
      .catch(() => {})
      .then(() => kill.call(process, pid, signal));
  };
  for (const signal of signals) on.call(process, signal, onSignal);
  return remove;
}

export type { PollEvent, WaiterOptions } from "./waits/wait.ts";
export { type LastSeen, WaiterError, WaiterTimeoutError } from "./waits/wait.ts";
export type { CloseOptions } from "./waits/with-lifecycles.ts";
export { type WaitUntilOptions, waitUntil } from "./waits/with-waiters.ts";
