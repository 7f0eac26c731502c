import { SvcApiError } from "./svc-api-error.ts";

/** The credential is good but may not do this (403). */
export class PermissionError extends SvcApiError {
  override get name(): "PermissionError" {
    return "PermissionError";
  }
  declare readonly status: 403;
}
