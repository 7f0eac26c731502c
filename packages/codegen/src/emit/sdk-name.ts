import { camelCase, type Operation, pascalCase, snakeCase, suffix, words } from "@svc/model";
import { isIdentifier } from "../quote/index.ts";
import { UsageError } from "../usage-error.ts";
import { takeName } from "./take-name.ts";

/** One name in the spellings that generated code needs. */
export interface SdkName {
  /** `acme` in `createAcmeClient`'s module, variables and package. */
  readonly camel: string;
  /** `Acme` in `createAcmeClient`, `AcmeError`, `createFakeAcme`. */
  readonly pascal: string;
  /** `ACME` in `ACME_BASE_URL`, `ACME_API_KEY`. */
  readonly env: string;
  /** `acme` as a package or a host. */
  readonly kebab: string;
}

/** Longest name: it is a part of identifiers, packages and host names. */
const MOST = 40;

/**
 * The spellings of a name: `my-api`, `myApi` and `My API` are one.
 *
 * @throws UsageError for a name that gives no identifier, or one that the generated code has for something else
 */
export function sdkName(given: string): SdkName {
  const snake = snakeCase(given);
  const name = {
    camel: camelCase(snake),
    pascal: pascalCase(snake),
    env: snake.toUpperCase(),
    kebab: snake.replaceAll("_", "-"),
  };
  if (!/^[A-Za-z][\w .-]*$/.test(given) || given.length > MOST || words(given).length === 0) {
    throw new UsageError(
      `--name ${given}: expected a letter, then at most ${MOST - 1} letters, digits, spaces and "-".`,
    );
  }
  const clash = Object.values(namesOf(name)).find((one) => RUNTIME_NAMES.has(one));
  if (clash !== undefined && !isDefault(name))
    throw new UsageError(`--name ${given}: ${clash} would have two meanings; choose another.`);
  return name;
}

/** The names of a generated SDK that contain its own. */
export interface SdkNames {
  readonly createClient: string;
  readonly client: string;
  readonly options: string;
  readonly error: string;
  readonly apiError: string;
  readonly promise: string;
  readonly createFake: string;
}

/** The identifiers of an SDK. */
export function namesOf({ pascal }: Pick<SdkName, "pascal">): SdkNames {
  return {
    createClient: `create${pascal}Client`,
    client: `${pascal}Client`,
    options: `${pascal}ClientOptions`,
    error: `${pascal}Error`,
    apiError: `${pascal}ApiError`,
    promise: `${pascal}Promise`,
    createFake: `createFake${pascal}`,
  };
}

/** The name of an SDK that was given none. */
export const DEFAULT_NAME: SdkName = { camel: "svc", pascal: "Svc", env: "SVC", kebab: "svc" };

/** Whether the names are those of the runtime. */
export function isDefault({ pascal }: SdkName): boolean {
  return pascal === DEFAULT_NAME.pascal;
}

/** Variable for a client in examples: the name of the SDK, where nothing else is called so. */
export function clientVariable({ camel }: SdkName): string {
  return isIdentifier(camel) &&
    !["answer", "build", "error", "expect", "fake", "item", "result", "stream", "test"].includes(camel)
    ? camel
    : "client";
}

/** Values that a generated client hands on from its runtime. */
const RUNTIME_VALUES: readonly string[] = split(`oauth2Password systemClock AbortedError AuthenticationError
  ConfigurationError ConnectionError NotFoundError PermissionError RateLimitError ServerError TimeoutError
  ValidationError WaiterError WaiterTimeoutError`);

/** Types that a generated client hands on from its runtime. */
const RUNTIME_TYPES: readonly string[] = split(`OAuth2PasswordOptions CallOptions WithResponse Clock DurationInput
  DurationUnits ItemOf ListPromise Stream StreamOptions StreamPromise CloseOptions LastSeen PollEvent WaiterOptions FileSource
  Resendable SendableOnce SentOnce StreamSource UploadOptions UploadProgress`);

/** Names that only a client with an addition has a use for. */
const OF_ADDITIONS: { readonly [addition: string]: readonly string[] } = {
  withPages: ["ItemOf", "ListPromise"],
  withStreams: ["Stream", "StreamOptions", "StreamPromise"],
  withLifecycles: ["CloseOptions"],
  withWaiters: ["WaiterError", "WaiterTimeoutError", "WaiterOptions", "PollEvent", "LastSeen"],
  withUploads: split("FileSource Resendable SendableOnce SentOnce StreamSource UploadOptions UploadProgress"),
};

/** Names that a generated client hands on from its runtime, without those of additions that it does not have. */
export function runtimeExports(additions: readonly string[]): {
  readonly values: readonly string[];
  readonly types: readonly string[];
} {
  const left = Object.entries(OF_ADDITIONS).flatMap(([addition, names]) => (additions.includes(addition) ? [] : names));
  const isKept = (name: string): boolean => !left.includes(name);
  return { values: RUNTIME_VALUES.filter(isKept), types: RUNTIME_TYPES.filter(isKept) };
}

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
    return isIdentifier(wanted) ? takeName(wanted, id, taken) : `call_${suffix(id)}`;
  });
}
