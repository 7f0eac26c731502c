// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
export type {
  Cookie,
  Email,
  HTTPValidationError,
  NetworkLogBatch,
  NetworkLogs,
  RateLimitExceeded,
  Replay,
  SessionCookies,
  ValidationIssue,
  HealthGetError,
  PersonasEmailsListError,
  SessionsCookiesGetError,
  SessionsNetworkLogsGetError,
  SessionsReplayGetError,
  components,
  operations,
  paths,
  webhooks,
} from "./openapi.ts";

/** Version of the OpenAPI document that these types were generated from: its `info.version`. */
export const documentVersion = "1.4.40";
