import { SvcApiError } from "./svc-api-error.ts";

/** The service refused the credential (401), also after a refresh where the credential can be refreshed. */
export class AuthenticationError extends SvcApiError {
  override get name(): "AuthenticationError" {
    return "AuthenticationError";
  }
  declare readonly status: 401;
}
