import { readHeaders } from "./header-values.ts";
import { percentDecode } from "./percent-decode.ts";
import { jsonResponse, textResponse, withoutBody } from "./responses.ts";
import type { Route } from "./route.ts";
import { setOwn } from "./schema/validator.ts";
import type { FrontRequest, PlainResponse } from "./types.ts";

export type Routed<Target> =
  | { readonly target: Target; readonly path: Record<string, string>; readonly query: string }
  | { readonly response: PlainResponse };

/** Finds the first route that matches path and method, or answers 404, 405 or 307, in Starlette's order of checks. */
export function createRouter<Target>(routes: readonly Route<Target>[]): (request: FrontRequest) => Routed<Target> {
  return (request) => {
    if (request.method === "" || !VISIBLE.test(request.target)) return { response: badRequest() };
    const mark = request.target.indexOf("?");
    const path = percentDecode(mark === -1 ? request.target : request.target.slice(0, mark));
    const query = mark === -1 ? "" : request.target.slice(mark + 1);
    let partial: Route<Target> | undefined;
    for (const route of routes) {
      const values = route.match(path);
      if (values === undefined) continue;
      if (route.methods.includes(request.method))
        return { target: route.target, path: zip(route.names, values), query };
      partial ??= route;
    }
    const response =
      partial === undefined ? unrouted(routes, path, query, originOf(request)) : notAllowed(partial.methods);
    return { response: request.method === "HEAD" ? withoutBody(response) : response };
  };
}

/** What an HTTP parser takes for a target. */
const VISIBLE = /^[!-~]+$/;

function badRequest(): PlainResponse {
  return textResponse(400, "Invalid HTTP request received.", "text/plain; charset=utf-8");
}

function zip(names: readonly string[], values: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) setOwn(result, names[index] ?? "", values[index] ?? "");
  return result;
}

function notAllowed(methods: readonly string[]): PlainResponse {
  return jsonResponse(405, { detail: "Method Not Allowed" }, [["allow", methods.join(", ")]]);
}

/** A redirect where the path would match with its last slashes taken away, or one added; it ignores the method. */
function unrouted<Target>(
  routes: readonly Route<Target>[],
  path: string,
  query: string,
  origin: string,
): PlainResponse {
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

/** The origin with the scheme that a proxy tells: uvicorn believes one on the same machine. */
function originOf({ origin, headers }: FrontRequest): string {
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
