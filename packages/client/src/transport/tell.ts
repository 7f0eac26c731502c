import type { Hooks } from "../runtime/hooks.ts";
import type { Call, Session } from "./call.ts";

/** Tells an observer. It cannot break a call. */
export function tell({ hooks }: Session, { operation, attempt, method }: Call, name: keyof Hooks, more?: object): void {
  const hook = hooks[name] as ((event: object) => void) | undefined;
  try {
    hook?.({ operation, method, attempt, ...more });
  } catch {
    // The observer's own matter.
  }
}
