import { SvcApiError } from "./svc-api-error.ts";

/** The service refused the credential (401), also after a refresh where the credential can be refreshed. */
export class AuthenticationError extends SvcApiError {
  override get name(): "AuthenticationError" {
    return "AuthenticationError";
  }
  /** 401; where a token endpoint refused, its own status, mostly 400 (RFC 6749, section 5.2). */
  declare readonly status: number;
}
