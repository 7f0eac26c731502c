import { SvcApiError } from "./svc-api-error.ts";

/** The service failed (5xx), also after the retries that the policy allows. */
export class ServerError extends SvcApiError {
  override get name(): "ServerError" {
    return "ServerError";
  }
  declare readonly status: number;
}
