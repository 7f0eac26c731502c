import { SvcApiError } from "./svc-api-error.ts";

/** There is no such thing (404). */
export class NotFoundError extends SvcApiError {
  override get name(): "NotFoundError" {
    return "NotFoundError";
  }
  declare readonly status: 404;
}
