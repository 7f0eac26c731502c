// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import type { Arbitrary } from "@svc/schema/arbitrary";
import type * as t from "@svc/types";

/** One fast-check arbitrary per schema of the document. */
export interface Arbitraries {
  email(): Arbitrary<t.Email>;
  sessionCookies(): Arbitrary<t.SessionCookies>;
  cookie(): Arbitrary<t.Cookie>;
  networkLogs(): Arbitrary<t.NetworkLogs>;
  networkLogBatch(): Arbitrary<t.NetworkLogBatch>;
  replay(): Arbitrary<t.Replay>;
  httpValidationError(): Arbitrary<t.HTTPValidationError>;
  validationIssue(): Arbitrary<t.ValidationIssue>;
  rateLimitExceeded(): Arbitrary<t.RateLimitExceeded>;
}
