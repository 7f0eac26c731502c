import type { Model, Operation } from "@svc/model";
import { type CredentialSource, compileSecurity } from "./authenticate.ts";
import { parseCookies } from "./cookies.ts";
import { readHeaders } from "./header-values.ts";
import { compileParameters } from "./parameters.ts";
import { parseQuery, type QueryValues } from "./query-string.ts";
import { compileBody } from "./read-body.ts";
import { internalServerError } from "./responses.ts";
import { operationRoute, type Route, routeOrder } from "./route.ts";
import { createRouter } from "./router.ts";
import { createCompiler } from "./schema/compile.ts";
import { OverflowCrash } from "./schema/duration.ts";
import { createState } from "./schema/validator.ts";
import { serviceRoutes } from "./service-routes.ts";
import type { Admission, FrontRequest, PlainResponse } from "./types.ts";

export interface FrontOptions {
  /** Judges a credential; undefined accepts it. */
  readonly authenticate: (credential: string) => PlainResponse | undefined;
  /** What `/openapi.json` answers; `false` leaves out that path and the pages that FastAPI adds. @default {} */
  readonly document?: unknown;
}

export interface Front {
  /** Decides what becomes of a request. Never throws but for an error of `authenticate`. */
  readonly admit: (request: FrontRequest) => Admission;
}

/** Where a route leads: what happens to a request that it matches. */
type Target = (request: FrontRequest, path: Record<string, string>, query: string) => Admission;

/** Builds the front of a service: everything that FastAPI does with a request before its handler runs. */
export function createFront(model: Model, options: FrontOptions): Front {
  const own: readonly Route<Target>[] = routeOrder(model).map((operation) =>
    operationRoute(operation, compileOnce(operation, model, options)),
  );
  const added = options.document === false ? [] : serviceRoutes(model, options.document ?? {});
  const docs = added.map((route): Route<Target> => ({ ...route, target: (request) => route.target(request.method) }));
  const routed = createRouter<Target>([...docs, ...own]);
  return {
    admit: (request) => {
      const found = routed(request);
      if ("response" in found) return { kind: "answer", response: found.response };
      return found.target(request, found.path, found.query);
    },
  };
}

/** Compiles an operation at its first request: a fake of many operations starts as fast as one of few. */
function compileOnce(operation: Operation, model: Model, options: FrontOptions): Target {
  let target: Target | undefined;
  return (request, path, query) => {
    target ??= compileOperation(operation, model, options);
    return target(request, path, query);
  };
}

function compileOperation(operation: Operation, model: Model, options: FrontOptions): Target {
  const secure = compileSecurity(operation, model, options.authenticate);
  const readParameters = compileParameters(
    operation,
    model.schemas,
    createCompiler(model.schemas, { keepText: false }),
  );
  const readBody = compileBody(operation, model.schemas);
  return (request, path, queryText) => {
    const headers = readHeaders(request.headers);
    const query = parseQuery(queryText);
    const cookie = lazyCookies(headers.all("cookie"));
    // FastAPI reads the body before it resolves anything else: broken JSON beats a missing token.
    const received = readBody(request.body, headers);
    if ("response" in received) return { kind: "answer", response: received.response, operation };
    if ("errors" in received) return { kind: "invalid", operation, errors: received.errors };
    const authentication = secure(credentialSource({ headers, query, cookie }));
    if ("response" in authentication) return { kind: "answer", response: authentication.response, operation };
    const state = createState();
    try {
      const values = readParameters({ path, query, headers, cookie }, state);
      const body = received.validate(received.content, state);
      if (state.issues.length > 0) return { kind: "invalid", operation, errors: state.issues };
      const { credential } = authentication;
      const { path: pathValues, query: queryValues, header, cookie: cookies } = values;
      return {
        kind: "call",
        operation,
        path: pathValues,
        query: queryValues,
        headers: header,
        cookies,
        body,
        credential,
      };
    } catch (error) {
      // What a real service fails at: a value that Python cannot hold, or nesting that exhausts the stack.
      if (!(error instanceof OverflowCrash || error instanceof RangeError)) throw error;
      return { kind: "answer", response: internalServerError(), operation };
    }
  };
}

function credentialSource(source: {
  headers: CredentialSource["headers"];
  query: QueryValues;
  cookie: CredentialSource["cookie"];
}): CredentialSource {
  return { headers: source.headers, query: (name) => source.query.get(name)?.at(-1), cookie: source.cookie };
}

function lazyCookies(headers: readonly string[]): (name: string) => string | undefined {
  let cookies: ReadonlyMap<string, string> | undefined;
  return (name) => {
    cookies ??= parseCookies(headers.length === 0 ? undefined : headers.join("; "));
    return cookies.get(name);
  };
}
