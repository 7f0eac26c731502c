import { camelCase, type Operation, suffix } from "@svc/model";
import { isIdentifier } from "../quote/index.ts";

/** Values that a generated client hands on from its runtime. */
export const RUNTIME_VALUES: readonly string[] = split(`oauth2Password systemClock AbortedError AuthenticationError
  ConfigurationError ConnectionError NotFoundError PermissionError RateLimitError ServerError TimeoutError
  ValidationError WaiterError WaiterTimeoutError`);

/** Types that a generated client hands on from its runtime. */
export const RUNTIME_TYPES: readonly string[] =
  split(`OAuth2PasswordOptions CallOptions WithResponse Clock DurationInput
  DurationUnits ItemOf ListPromise Stream StreamOptions StreamPromise CloseOptions LastSeen PollEvent WaiterOptions FileSource
  Resendable SendableOnce SentOnce StreamSource UploadOptions UploadProgress`);

/** Names of the runtime that a generated client has under its own name, or keeps to itself. */
const OTHERS: readonly string[] =
  split(`createClient createClientWith documentServers ServerOptions ServerRow Extras encodeBody formatDuration limitsByOperation oneLimit placeByScheme placeExactStyled placeStyled stylePath undeclaredLimits
  createSvcClient Operations SvcPromise SvcApiError SvcError withPages withStreams withUploads PartRow UploadRow
  withConstants withIdempotency withLifecycles withWaiters LifecycleRow WaiterRow
  BodyRow ClientTable OperationRow PageRow ParamRow SchemeRow StreamRow StreamsRow SvcClient SvcClientOptions NamedErrorClass NamedErrors
  nameErrors ApiFacts createFunctionClient FunctionClient FunctionRow OperationFunction operation
  withValues withValidation encodeExactBody DecodeError DecodeFacts Alternative Leaf Parts Plan ValuesRow ValuesTable
  ResponseValidationError ResponseValidationFacts ResponseIssue AnswerSchema AnswerSchemas SchemaResult`);

/** Every name that a client entry may have besides the types of schemas. */
export const RUNTIME_NAMES: ReadonlySet<string> = new Set([...RUNTIME_VALUES, ...RUNTIME_TYPES, ...OTHERS]);

function split(text: string): string[] {
  return text.split(/\s+/);
}

/** A name for each operation: its operation id in camel case. */
export function functionNames(operations: readonly Operation[]): string[] {
  const taken = new Set(RUNTIME_NAMES);
  return operations.map(({ id, name }) => {
    const spelled = camelCase(id);
    const wanted = isIdentifier(spelled) ? spelled : camelCase(name.join(" "));
    const free =
      isIdentifier(wanted) && !taken.has(wanted) ? wanted : `${isIdentifier(wanted) ? wanted : "call"}_${suffix(id)}`;
    taken.add(free);
    return free;
  });
}
