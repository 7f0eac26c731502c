import { SvcError } from "./errors.ts";

/**
 * Throws an error of a call with the frames of the caller at the end of its stack. It is to run as a reaction of the
 * promise that the caller awaits: there V8 knows who awaits it, and a call that succeeds pays nothing. Runtimes that do
 * not know it leave the stack as it is.
 *
 * @see https://v8.dev/docs/stack-trace-api#async-stack-traces
 */
export function throwToCaller(error: unknown): never {
  const here = { stack: "" };
  Error.captureStackTrace?.(here, throwToCaller);
  if (SvcError.is(error))
    // A reaction has no caller but the runtime's own: the other frames are those of functions that wait.
    for (const [frame, place = ""] of here.stack.matchAll(/\n +at (?!.*node:).*?([^ (]+:\d+:\d+).*/g))
      if (!error.stack?.includes(place)) error.stack += frame;
  throw error;
}
