import { addressOf, type Operation, setOwn } from "@svc/model/data";
import { type Dialect, lazy } from "@svc/schema";
import { type HttpRequest, type HttpResponse, jsonResponse, textResponse, withoutBody } from "./http.ts";
import { markSeparators, SLASH } from "./parameter-style.ts";
import { percentDecode, readHeaders } from "./request-values.ts";

/** A route: a path template with its methods, and the value that belongs to it. */
export interface Route<Value> {
  /** Methods in capital letters, as in the header `Allow`. */
  readonly methods: readonly string[];
  /** Values of the template parameters in a decoded path; undefined if it does not match. */
  readonly match: (path: string) => readonly string[] | undefined;
  /** The template's parameter names, in order. */
  readonly names: readonly string[];
  /** Whether the document tells this operation from another of its address by a fragment, which no server gets to see. */
  readonly isOverload?: boolean;
  /** Query parameters, `name=value`, that tell this operation from others of the same address. */
  readonly constants?: readonly string[];
  readonly value: Value;
}

const PARAMETER = /\{([^{}]*)\}/g;

/** The values that a parameter is one of; undefined where it may be any text. */
type Choices = (name: string) => readonly string[] | undefined;

/**
 * Compiles a path template as Starlette does: a parameter matches one or more characters other than `/`.
 *
 * @param choices tell where a parameter begins that follows another at once: in `{id}{format}` only the values of an enum do
 */
export function compileRoute<Value>(
  template: string,
  methods: readonly string[],
  value: Value,
  choices?: Choices,
): Route<Value> {
  const names = [...template.matchAll(PARAMETER)].map((found) => found[1] ?? "");
  // Python's `$` also matches before one newline at the end.
  if (names.length === 0) {
    const match = (path: string): readonly string[] | undefined =>
      path === template || (path.length === template.length + 1 && path === `${template}\n`) ? [] : undefined;
    return { methods, match, names, value };
  }
  const prefix = template.slice(0, template.indexOf("{"));
  const pattern = lazy(() => templatePattern(template, choices));
  const match = (path: string): readonly string[] | undefined =>
    path.startsWith(prefix) ? pattern().exec(path)?.slice(1) : undefined;
  return { methods, match, names, value };
}

function templatePattern(template: string, choices: Choices | undefined): RegExp {
  const parts = template.split(PARAMETER).map((part, index, { [index - 1]: before }) => {
    if (index % 2 === 0) return escapeLiteral(part);
    const values = before === "" ? choices?.(part) : undefined;
    return values === undefined ? "([^/]+)" : `(${values.map(escapeLiteral).join("|")})`;
  });
  return new RegExp(`^${parts.join("")}\\n?$`);
}

/** The route of an operation. */
export function operationRoute<Value>(operation: Operation, value: Value): Route<Value> {
  const path = addressOf(operation.path);
  const route = compileRoute(path, [operation.method.toUpperCase()], value, (name) => choicesOf(operation, name));
  if (!operation.path.includes("#")) return route;
  const constants = constantsOf(operation);
  return { ...route, isOverload: true, ...(constants.length > 0 && { constants }) };
}

function choicesOf({ parameters }: Operation, path: string): string[] | undefined {
  const values = parameters.find(({ in: location, name }) => location === "path" && name === path)?.schema.enum;
  return values?.every((value) => typeof value === "string") ? [...values] : undefined;
}

/** Query parameters that are constant, or required and of one value. */
function constantsOf({ parameters }: Operation): string[] {
  return parameters.flatMap(({ name, in: location, required, schema, constant }) => {
    const only = location === "query" && required && schema.enum?.length === 1 ? String(schema.enum[0]) : undefined;
    const value = constant ?? only;
    return value === undefined ? [] : [`${name}=${value}`];
  });
}

/**
 * Operations in the order in which their routes are matched: the order of the document, or the first segment of another kind decides: text is before text with a parameter in it, the more
 * text the earlier, and that before a parameter, as in OpenAPI ("concrete definitions are matched first").
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#path-templating-matching
 */
export function routeOrder(operations: readonly Operation[], { routesInOrder }: Dialect): readonly Operation[] {
  if (routesInOrder) return operations;
  return operations
    .map((operation) => {
      // A fragment is never sent: the path without one comes first.
      const [path = "", fragment = ""] = operation.path.split("#", 2);
      return { operation, kinds: [...path.split("/").map(segmentKind), ...(fragment === "" ? [] : [0])] };
    })
    .sort((a, b) => compareKinds(a.kinds, b.kinds))
    .map(({ operation }) => operation);
}

/** 0 for text, 2 for a parameter, between them the less the more text there is around parameters. */
function segmentKind(segment: string): number {
  const text = segment.replace(PARAMETER, "");
  if (text === segment) return 0;
  return text === "" ? 2 : 1 / text.length;
}

function compareKinds(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((kind, index) => kind !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

export type RouteMatch<Value> = FoundRoute<Value> | { readonly response: HttpResponse };

/** A route with the values of its template's parameters. */
export interface FoundRoute<Value> {
  readonly value: Value;
  readonly path: Record<string, string>;
  /** The same with marks in the place of separators that were percent-encoded, if any were. */
  readonly marked?: Record<string, string> | undefined;
  /** Query string without its `?`. */
  readonly query: string;
  /** Operations of the same address and method that only a fragment tells from this one. */
  readonly overloads?: readonly FoundRoute<Value>[] | undefined;
}

/** Creates a function that finds the first route for path and method, or responds 404, 405 or 307, as Starlette does. */
export function createRouter<Value>(
  given: readonly Route<Value>[],
  { decodesSlashes }: Pick<Dialect, "decodesSlashes"> = { decodesSlashes: true },
): (request: HttpRequest) => RouteMatch<Value> {
  const [special, plain] = [given.filter(({ constants }) => constants), given.filter(({ constants }) => !constants)];
  const routes = [...special, ...plain];
  const hasOverloads = routes.some(({ isOverload }) => isOverload);
  return (request) => {
    if (request.method === "" || !VISIBLE.test(request.target)) return { response: badRequest() };
    const mark = request.target.indexOf("?");
    const target = mark === -1 ? request.target : request.target.slice(0, mark);
    const written = decodesSlashes ? target : target.replace(/%2f/gi, SLASH);
    const path = percentDecode(written);
    const query = mark === -1 ? "" : request.target.slice(mark + 1);
    const marks = markSeparators(written);
    const marked = marks === written ? path : percentDecode(marks);
    let partial: Route<Value> | undefined;
    let fallback: FoundRoute<Value> | undefined;
    const pairs = special.length > 0 ? [...new URLSearchParams(query)].map((pair) => pair.join("=")) : [];
    for (const route of routes) {
      const values = route.match(path);
      if (values === undefined) continue;
      if (route.methods.includes(request.method)) {
        const parts = marked === path ? undefined : route.match(marked);
        const found = {
          value: route.value,
          path: zip(route.names, values),
          marked: parts && zip(route.names, parts),
          query,
          overloads: hasOverloads
            ? overloadsOf(routes.slice(routes.indexOf(route) + 1), { method: request.method, path, query })
            : undefined,
        };
        if (route.constants?.every((constant) => pairs.includes(constant)) ?? true) return found;
        fallback ??= found;
      }
      partial ??= route;
    }
    if (fallback !== undefined) return fallback;
    const response =
      partial === undefined ? unrouted(routes, path, query, originOf(request)) : notAllowed(partial.methods);
    return { response: request.method === "HEAD" ? withoutBody(response) : response };
  };
}

/** The overloads among routes that match, in order. */
function overloadsOf<Value>(
  routes: readonly Route<Value>[],
  { method, path, query }: { readonly method: string; readonly path: string; readonly query: string },
): FoundRoute<Value>[] {
  return routes.flatMap(({ isOverload, constants, methods, match, names, value }) => {
    if (!isOverload || constants !== undefined || !methods.includes(method)) return [];
    const values = match(path);
    return values === undefined ? [] : [{ value, path: zip(names, values), query }];
  });
}

/** Characters of a request target. */
const VISIBLE = /^[!-~]+$/;

function badRequest(): HttpResponse {
  return textResponse(400, "Invalid HTTP request received.", "text/plain; charset=utf-8");
}

function zip(names: readonly string[], values: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1)
    setOwn(result, names[index] ?? "", (values[index] ?? "").replaceAll(SLASH, "/"));
  return result;
}

function notAllowed(methods: readonly string[]): HttpResponse {
  return jsonResponse(405, { detail: "Method Not Allowed" }, [["allow", methods.join(", ")]]);
}

/** A redirect if the path would match, for any method, without its last slashes or with one more; else 404. */
function unrouted<Value>(routes: readonly Route<Value>[], path: string, query: string, origin: string): HttpResponse {
  if (path !== "/") {
    const other = path.endsWith("/") ? withoutSlashes(path) : `${path}/`;
    if (routes.some((route) => route.match(other) !== undefined)) {
      const location = quoteLocation(`${origin}${other}${query === "" ? "" : `?${query}`}`);
      return {
        status: 307,
        headers: [
          ["content-length", "0"],
          ["location", location],
        ],
        body: undefined,
      };
    }
  }
  return jsonResponse(404, { detail: "Not Found" });
}

const SCHEMES = ["http", "https", "ws", "wss"];

/** The origin with the scheme of `X-Forwarded-Proto`, which uvicorn accepts of proxies on the same machine. */
function originOf({ origin, headers }: HttpRequest): string {
  const scheme = readHeaders(headers).all("x-forwarded-proto").at(-1);
  return scheme !== undefined && SCHEMES.includes(scheme) ? origin.replace(/^[^:]*/, scheme) : origin;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === "/") end -= 1;
  return path.slice(0, end);
}

const UNSAFE = /[^A-Za-z0-9_.\-~:/%#?=@[\]!$&'()*+,;]+/gu;

/** Escapes what Starlette escapes in `Location`. The decoded path's own `?`, `#` and `%` stay bare, as it leaves them. */
function quoteLocation(url: string): string {
  return url.replace(UNSAFE, (run) => encodeURIComponent(run.replace(/\p{Surrogate}/gu, "\ufffd")));
}
