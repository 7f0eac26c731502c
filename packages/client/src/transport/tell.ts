import type { Hooks } from "../runtime/hooks.ts";
import type { Call, Session } from "./call.ts";

/** Tells an observer. It cannot break a call, nor by a promise the process. */
export function tell({ hooks }: Session, { operation, attempt, method }: Call, name: keyof Hooks, more?: object): void {
  const hook = hooks[name] as ((event: object) => unknown) | undefined;
  try {
    const told = hook?.({ operation, method, attempt, ...more }) as Partial<Promise<unknown>> | null | undefined;
    told?.then?.(undefined, () => {});
  } catch {
    // The observer's own matter.
  }
}
