import { SvcError } from "./svc-error.ts";

/** No answer came: the connection failed before or while the answer arrived. The request may or may not have reached the service. `cause` is what fetch threw. */
export class ConnectionError extends SvcError {
  override get name(): "ConnectionError" {
    return "ConnectionError";
  }
}
