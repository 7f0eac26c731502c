import type { AsyncLocalStorage } from "node:async_hooks";
import type { Target } from "../target.ts";
import { builtin } from "./builtin.ts";

let storage: AsyncLocalStorage<readonly Target[]> | undefined;

/** The fakes that were set up in the present asynchronous context or one around it, the latest last. */
export function fakesOfContext(): readonly Target[] {
  return storage?.getStore() ?? [];
}

/** Notes a fake for the rest of the present asynchronous context, and what begins in it. */
export function enterContext(fake: Target): void {
  storage ??= new (builtin("node:async_hooks").AsyncLocalStorage)<readonly Target[]>();
  storage.enterWith([...fakesOfContext(), fake]);
}

/** Takes a fake back. What began in the context before keeps it: whoever asks must know which fakes are still there. */
export function leaveContext(fake: Target): void {
  storage?.enterWith(fakesOfContext().filter((one) => one !== fake));
}
