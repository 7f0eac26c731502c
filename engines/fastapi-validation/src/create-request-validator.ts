import type { Model, Operation } from "@svc/model/data";
import { type Dialect, dialectOf, lazy } from "@svc/schema";
import { type CredentialSource, compileSecurity } from "./authenticate.ts";
import { belowServers, documentationRoutes, type RespondToMethod } from "./below-servers.ts";
import { type HttpRequest, type HttpResponse, internalServerError, type ValidationIssue } from "./http.ts";
import { compileParameters } from "./parameters.ts";
import { compileBody, type ReceivedBody } from "./request-body.ts";
import { type HeaderValues, parseCookies, parseQuery, type QueryValues, readHeaders } from "./request-values.ts";
import { createRouter, type FoundRoute, operationRoute, type Route, routeOrder } from "./router.ts";
import { OverflowCrash } from "./schema/duration.ts";
import { createState } from "./schema/validator.ts";
import type { Service } from "./service.ts";

/** Options of {@link createRequestValidator}. */
export interface RequestValidatorOptions {
  /** Checks a credential; returns the 401 of one that is not accepted. */
  readonly checkCredential: (credential: string) => HttpResponse | undefined;
  /** Body of `/openapi.json`; `false` leaves out that path and the pages that FastAPI adds. @default {} */
  readonly document?: unknown;
}

/**
 * The steps of FastAPI before a handler runs, in its order: route, read, authenticate, validate. Each takes the result of
 * the step before it, or rejects the request. None throws, but for an error of `checkCredential`.
 */
export interface RequestValidator {
  /** How the service of the document reads and refuses requests. */
  readonly dialect: Dialect;
  /** Finds the operation of a request by path and method. */
  route(request: HttpRequest): RoutedRequest | RejectedRequest;
  /** Parses headers, query, cookies and body. Before authentication, as FastAPI does: broken JSON beats a missing token. */
  read(routed: RoutedRequest): ParsedRequest | RejectedRequest;
  /** Finds and checks the credential that the operation requires. */
  authenticate(parsed: ParsedRequest): AuthenticatedRequest | RejectedRequest;
  /** Validates parameters and body, and converts them as pydantic does. */
  validate(authenticated: AuthenticatedRequest): ValidRequest | RejectedRequest;
}

/** A request whose path and method are those of an operation. */
export interface RoutedRequest {
  readonly kind: "routed";
  readonly request: HttpRequest;
  readonly operation: Operation;
  readonly compiled: CompiledOperation;
  /** Path parameters as text, percent-decoded. */
  readonly path: { readonly [name: string]: string };
  /** The same, with marks where separators were encoded. */
  readonly marked: { readonly [name: string]: string } | undefined;
  /** Query string without its `?`. */
  readonly query: string;
  /** Operations of the same address and method, which the request may be for where it is not valid for this one. */
  readonly overloads: readonly RoutedRequest[];
}

/** A request whose body could be parsed; nothing is validated yet. */
export interface ParsedRequest extends Pick<RoutedRequest, "operation" | "compiled" | "path" | "marked"> {
  readonly kind: "parsed";
  readonly query: QueryValues;
  readonly headers: HeaderValues;
  /** Value of a cookie by its name. */
  readonly cookie: (name: string) => string | undefined;
  readonly body: ReceivedBody;
}

/** A request with an accepted credential, or one that requires none. */
export interface AuthenticatedRequest {
  readonly kind: "authenticated";
  readonly parsed: ParsedRequest;
  readonly credential: string | undefined;
}

/** A request that is answered without a handler: with a response, or with the errors of a 422. */
export type RejectedRequest =
  | { readonly kind: "response"; readonly response: HttpResponse; readonly operation?: Operation }
  | { readonly kind: "invalid"; readonly operation: Operation; readonly errors: readonly ValidationIssue[] };

/** A valid request of an operation, its values converted. */
export interface ValidRequest {
  readonly kind: "valid";
  readonly operation: Operation;
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** By the document's spelling of the name. */
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
  readonly body: unknown;
  /** The body before validation, without the defaults that it fills in. */
  readonly sent?: unknown;
  /** The accepted credential: a bearer token, an API key, or `user:password`; undefined where none is required. */
  readonly credential: string | undefined;
}

/** An operation, compiled to functions. */
interface CompiledOperation {
  readonly readBody: ReturnType<typeof compileBody>;
  readonly findCredential: ReturnType<typeof compileSecurity>;
  readonly readParameters: ReturnType<typeof compileParameters>;
}

type RouteValue = RespondToMethod | { readonly operation: Operation; readonly compile: () => CompiledOperation };

/** Compiles a document to the steps that FastAPI takes before a handler runs. */
export function createRequestValidator(model: Model, options: RequestValidatorOptions): RequestValidator {
  const { document = {} } = options;
  const service: Service = { schemas: model.schemas, dialect: dialectOf(model.schemas) };
  const operations = routeOrder(model.operations, service.dialect).map(
    (operation): Route<RouteValue> =>
      operationRoute(operation, { operation, compile: compileOnce(operation, model, service, options) }),
  );
  const pages: readonly Route<RouteValue>[] = document === false ? [] : documentationRoutes(model, document);
  const findRoute = belowServers(model, createRouter([...pages, ...operations], service.dialect), operationIdOf);
  return {
    dialect: service.dialect,
    route(request) {
      const found = findRoute(request);
      if ("response" in found) return { kind: "response", response: found.response };
      const { value } = found;
      return typeof value === "function"
        ? { kind: "response", response: value(request.method) }
        : toRouted(found, value, request);
    },
    read: readRequest,
    authenticate: authenticateRequest,
    validate: validateRequest,
  };
}

function operationIdOf(value: RouteValue): string | undefined {
  return typeof value === "function" ? undefined : value.operation.id;
}

const NONE: readonly RoutedRequest[] = [];

function toRouted(
  { path, marked, query, overloads }: FoundRoute<RouteValue>,
  { operation, compile }: Exclude<RouteValue, RespondToMethod>,
  request: HttpRequest,
): RoutedRequest {
  return {
    kind: "routed",
    request,
    operation,
    compiled: compile(),
    path,
    marked,
    query,
    overloads:
      overloads?.flatMap((found) =>
        typeof found.value === "function" ? [] : [toRouted(found, found.value, request)],
      ) ?? NONE,
  };
}

/** Compiles an operation at its first request: a document of many operations starts as fast as one of few. */
function compileOnce(
  operation: Operation,
  model: Model,
  service: Service,
  { checkCredential }: RequestValidatorOptions,
): () => CompiledOperation {
  return lazy(() => ({
    readBody: compileBody(operation, service),
    findCredential: compileSecurity(operation, model, checkCredential),
    readParameters: compileParameters(operation, service),
  }));
}

function readRequest(routed: RoutedRequest): ParsedRequest | RejectedRequest {
  const { request, operation, compiled, path, marked, query } = routed;
  const headers = readHeaders(request.headers);
  const body = compiled.readBody(request, headers);
  if ("response" in body) return { kind: "response", response: body.response, operation };
  if ("errors" in body) return { kind: "invalid", operation, errors: body.errors };
  const cookie = lazyCookies(headers);
  return { kind: "parsed", operation, compiled, path, marked, query: parseQuery(query), headers, cookie, body };
}

function authenticateRequest(parsed: ParsedRequest): AuthenticatedRequest | RejectedRequest {
  const { operation, compiled, headers, query, cookie } = parsed;
  const source: CredentialSource = { headers, query: (name) => query.get(name)?.at(-1), cookie };
  const found = compiled.findCredential(source);
  if ("response" in found) return { kind: "response", response: found.response, operation };
  return { kind: "authenticated", parsed, credential: found.credential };
}

function validateRequest({ parsed, credential }: AuthenticatedRequest): ValidRequest | RejectedRequest {
  const { operation, compiled } = parsed;
  const state = createState();
  try {
    const { path, query, header: headers, cookie: cookies } = compiled.readParameters(parsed, state);
    const body = parsed.body.validate(parsed.body.content, state);
    if (state.issues.length > 0) return { kind: "invalid", operation, errors: state.issues };
    const { sent = parsed.body.content } = parsed.body;
    return { kind: "valid", operation, path, query, headers, cookies, body, sent, credential };
  } catch (error) {
    // The service would fail, too: a value that Python cannot hold, or nesting that exhausts the stack.
    if (!(error instanceof OverflowCrash || error instanceof RangeError)) throw error;
    return { kind: "response", response: internalServerError(), operation };
  }
}

function lazyCookies(headers: HeaderValues): (name: string) => string | undefined {
  const cookies = lazy(() => parseCookies(headers.all("cookie").join("; ")));
  return (name) => cookies().get(name);
}
