import { SvcError } from "./svc-error.ts";

/** An attempt took longer than `timeoutMs`, or everything together longer than `totalTimeoutMs`. */
export class TimeoutError extends SvcError {
  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}
