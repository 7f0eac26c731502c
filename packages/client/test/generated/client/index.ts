// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import { createClientWith, type ServerOptions, type SvcClient, type SvcClientOptions } from "@svc/client/runtime";
import type { paths } from "../types/index.ts";
import type { Operations } from "./client.ts";
import { extras } from "./extras.ts";
import { table } from "./table.ts";

export * from "@svc/client/runtime";
export type * from "./client.ts";
export type {
  components,
  operations,
  paths,
  webhooks,
  Email,
  SessionCookies,
  Cookie,
  NetworkLogs,
  NetworkLogBatch,
  Replay,
  HTTPValidationError,
  ValidationIssue,
  RateLimitExceeded,
  HealthGetError,
  PersonasEmailsListError,
  SessionsCookiesGetError,
  SessionsNetworkLogsGetError,
  SessionsReplayGetError,
} from "../types/index.ts";

/**
 * Makes a client of the service that the document describes. It sends nothing until a method is called.
 * @throws ConfigurationError naming the invalid option
 */
export function createSvcClient(
  options: Omit<SvcClientOptions, keyof ServerOptions> = {}
): SvcClient<Operations, paths> {
  return createClientWith<Operations, paths>(table, options, extras);
}
