import { placeByScheme } from "./auth/credentials.ts";
import { SvcError } from "./errors/errors.ts";
import type { Extras, ServerOptions } from "./extras.ts";
import { limitsByOperation, oneLimit, undeclaredLimits } from "./pacing/limits-by-operation.ts";
import { encodeBody, formatDuration, placeStyled, stylePath } from "./params/styles.ts";
import { createCoreClient, type SvcClient } from "./runtime/create-client.ts";
import { createFunctions, type FunctionClient } from "./runtime/operation-functions.ts";
import type { SvcClientOptions } from "./runtime/options.ts";
import { documentServers } from "./runtime/servers.ts";
import type { ClientTable } from "./table.ts";

const allExtras: Extras = {
  bodies: encodeBody,
  styles: placeStyled,
  pathStyles: stylePath,
  schemes: placeByScheme,
  durations: formatDuration,
  servers: documentServers,
  limits: limitsByOperation,
};

/**
 * Makes a client from the table of any document, with every part of the runtime. Called by clients that were generated before
 * {@link createClientWith} was.
 *
 * @param parts the error classes of an SDK with a name of its own, and what methods need beside plain calls
 * @throws ConfigurationError naming the invalid option
 */
export function createClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions = {},
  { claim, additions }: Pick<Extras, "claim" | "additions"> = {},
): SvcClient<Methods, Paths> {
  return createClientWith(table, options, { ...allExtras, claim, additions });
}

/**
 * Makes a client from the table of a document, with the parts of the runtime that the table needs. Called by generated
 * clients. Apart from {@link createClient}, so that a bundle has no other parts.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createClientWith<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
): SvcClient<Methods, Paths> {
  return claiming(extras, () => createCoreClient(table, options, extras));
}

/**
 * Makes what the functions of operations are called with. Called by generated clients.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createFunctionClient(
  table: Omit<ClientTable, "operations">,
  options: SvcClientOptions,
  extras: Extras,
): FunctionClient {
  return claiming(extras, () => createFunctions(table, options, extras));
}

/** Makes something whose errors belong to an SDK. */
function claiming<Made>({ claim }: Extras, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (SvcError.is(error)) claim?.(error);
    throw error;
  }
}

export { oauth2Password } from "./auth/oauth2-password.ts";
export type { OAuth2PasswordOptions } from "./auth/request-token.ts";
export type { CallOptions, SvcPromise, WithResponse } from "./call/call.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  AbortedError,
  type ApiFacts,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SvcApiError,
  SvcError,
  TimeoutError,
  ValidationError,
} from "./errors/errors.ts";
export { type NamedErrorClass, type NamedErrors, nameErrors } from "./errors/named-errors.ts";
export type { DurationInput, DurationUnits } from "./params/styles.ts";
export { withConstants, withIdempotency } from "./runtime/constants.ts";
export {
  type FunctionClient,
  type FunctionRow,
  type OperationFunction,
  operation,
} from "./runtime/operation-functions.ts";
export { type ItemOf, type ListPromise, withPages } from "./runtime/pagination.ts";
export type { Stream, StreamOptions, StreamPromise } from "./streams/options.ts";
export { withStreams } from "./streams/with-streams.ts";
export type {
  BodyRow,
  ClientTable,
  LifecycleRow,
  OperationRow,
  PageRow,
  ParamRow,
  PartRow,
  SchemeRow,
  ServerRow,
  StreamRow,
  StreamsRow,
  UploadRow,
  WaiterRow,
} from "./table.ts";
export type { FileSource, StreamSource } from "./uploads/sources.ts";
export type { Resendable, SendableOnce, SentOnce, UploadOptions, UploadProgress } from "./uploads/with-uploads.ts";
export { withUploads } from "./uploads/with-uploads.ts";
export {
  type AnswerSchema,
  type AnswerSchemas,
  type ResponseIssue,
  ResponseValidationError,
  type ResponseValidationFacts,
  type SchemaResult,
  withValidation,
} from "./validation.ts";
export type { Alternative, Leaf, Parts, Plan, ValuesRow, ValuesTable } from "./values/convert.ts";
export { encodeExactBody } from "./values/exact-json.ts";
export { placeExactStyled } from "./values/leaves.ts";
export { DecodeError, type DecodeFacts, withValues } from "./values/with-values.ts";
export type { PollEvent, WaiterOptions } from "./waits/wait.ts";
export { type LastSeen, WaiterError, WaiterTimeoutError } from "./waits/wait.ts";
export { type CloseOptions, withLifecycles } from "./waits/with-lifecycles.ts";
export { withWaiters } from "./waits/with-waiters.ts";
export type { Extras, ServerOptions, SvcClient, SvcClientOptions };
// The parts, for the `extras.ts` of generated clients.
export {
  documentServers,
  encodeBody,
  formatDuration,
  limitsByOperation,
  oneLimit,
  placeByScheme,
  placeStyled,
  stylePath,
  undeclaredLimits,
};
