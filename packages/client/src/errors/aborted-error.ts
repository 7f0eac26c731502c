import { SvcError } from "./svc-error.ts";

/** The caller's signal ended the call, or the client was closed. `cause` is the signal's reason. */
export class AbortedError extends SvcError {
  override get name(): "AbortedError" {
    return "AbortedError";
  }
}
