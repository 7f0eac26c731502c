import { type Client, type Middleware, type MiddlewareCallbackParams, mergeHeaders } from "openapi-fetch";
import type { Session } from "../call/call.ts";
import type { CallOptions } from "../call/call-options.ts";
import { startCall } from "../call/start-call.ts";
import { invalid } from "../checks.ts";
import type { Extras, Placed, RequestBody } from "../extras.ts";
import { createPathSerializer, type PathSerializer } from "../params/path.ts";
import { placeParams, plainValue } from "../params/place-params.ts";
import type { OperationRow } from "../table.ts";
import { checkHeaders, checkRequest } from "./check-request.ts";
import type { Target } from "./create-method.ts";
import { sendThrough } from "./middleware.ts";

type QuerySerializer = (query: object) => string;

/** Options of one call: those of openapi-fetch and of the client. */
interface Init extends Omit<CallOptions, "headers"> {
  readonly baseUrl?: string;
  readonly Request?: typeof globalThis.Request;
  readonly headers?: { readonly [name: string]: unknown };
  readonly params?: { readonly path?: object; readonly query?: object; readonly header?: object };
  readonly parseAs?: string;
  readonly pathSerializer?: PathSerializer;
  readonly querySerializer?: QuerySerializer | object;
  readonly bodySerializer?: (body: unknown, headers: Headers) => RequestBody;
  readonly body?: unknown;
  readonly middleware?: readonly Middleware[];
  readonly fetch?: unknown;
}

const JSON_TYPE = "application/json";
/** Options that are no part of a request. */
const OWN =
  /^(baseUrl|Request|params|parseAs|(path|query|body)Serializer|middleware|signal|priority|timeoutMs|retry|idempotent|fetch)$/;
const METHODS = "GET PUT POST DELETE OPTIONS HEAD PATCH TRACE".split(" ");

/**
 * A client with the interface of openapi-fetch, every call of which runs under the policies. It differs where a credential
 * could go astray: only addresses below `base` are called, redirects are followed by us, and `fetch` is the client's.
 */
export function createRaw(session: Session, target: Target, operations: readonly OperationRow[]): Client<object> {
  const rows = new Map(operations.map((row) => [`${row.method} ${row.path}`, row]));
  const common: Middleware[] = [];
  const request = (given: string, path: string, options: Init = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    return startCall(session, {
      row,
      // A query may hold a secret.
      operation: row?.id ?? `${method} ${path}`.replace(/\?.*/s, ""),
      parseAs: options.parseAs ?? "json",
      options,
      run: (exchange) => runRaw(target, options, { method, path, common, exchange: exchange as Send }),
    });
  };
  const raw: { [name: string]: unknown } = {
    request,
    use(...given: Middleware[]) {
      for (const one of given) {
        if (!one) continue;
        if (!("onRequest" in one || "onResponse" in one || "onError" in one)) throw invalid("middleware", "a hook");
        common.push(one);
      }
    },
    eject(...given: Middleware[]) {
      for (const one of given) if (common.includes(one)) common.splice(common.indexOf(one), 1);
    },
  };
  for (const method of METHODS) raw[method] = request.bind(undefined, method);
  return raw as unknown as Client<object>;
}

type Send = (request: Request) => Promise<Response>;

/** A call, beside its options. */
interface RawCall {
  readonly method: string;
  readonly path: string;
  /** Middlewares of all calls. */
  readonly common: readonly Middleware[];
  readonly exchange: Send;
}

/** Makes the request of a call, sends it through its middlewares, and reads the response as openapi-fetch does. */
async function runRaw(
  { base, headers: always, extras }: Target,
  options: Init,
  { method, path, common, exchange }: RawCall,
): Promise<unknown> {
  const {
    baseUrl = base,
    Request: Made = Request,
    headers: given,
    params = {},
    parseAs = "json",
    querySerializer: toQuery,
    pathSerializer: fill = extras.raw?.path,
    bodySerializer = extras.raw?.body ?? ((value: unknown) => JSON.stringify(value)),
    body,
    middleware: more = [],
  } = options;
  const init: { [name: string]: unknown } = {};
  for (const name of Object.keys(options)) if (!OWN.test(name)) init[name] = options[name as "body"];
  const querySerializer =
    typeof toQuery === "function" ? (toQuery as QuerySerializer) : createSerializer(extras, toQuery);
  const pathSerializer = createPathSerializer(base, fill);
  const headers = [given, params.header] as Parameters<typeof mergeHeaders>;
  const encoded = body === undefined ? undefined : bodySerializer(body, mergeHeaders(...headers));
  const own: { [name: string]: string } = encoded === undefined ? always : { "content-type": JSON_TYPE, ...always };
  // fetch sets it, with the boundary.
  if (encoded instanceof FormData) delete own["content-type"];
  const hasMore = given || params.header;
  if (hasMore) checkHeaders({ ...params.header, ...given });
  const url = pathSerializer(baseUrl.replace(/\/$/, "") + path, { ...params.path });
  const query = params.query ? querySerializer(params.query).replace(/^\?/, "") : "";
  init["method"] = method;
  init["redirect"] = "manual";
  init["body"] = encoded;
  init["headers"] = hasMore ? mergeHeaders(own, ...headers) : own;
  const made = new Made(query ? `${url}?${query}` : url, init);
  for (const name of Object.keys(init)) if (!(name in made)) Object.assign(made, { [name]: init[name] });
  const middleware = [...common, ...more];
  // The address of a request of ours was checked, and to read it takes time.
  if (!middleware.length)
    return readResult(await exchange(Made === Request ? made : checkRequest(made, base)), method, parseAs);
  const send = (changed: Request): Promise<Response> => {
    const request = checkRequest(changed, base);
    if (changed !== made) {
      // Headers of the call or of a middleware win; `null` removes one.
      for (const [name, value] of Object.entries(always))
        if (!request.headers.has(name)) request.headers.set(name, value);
      for (const name in given) if (given[name] === null) request.headers.delete(name);
    }
    return exchange(request);
  };
  const facts = {
    schemaPath: path,
    params: params as MiddlewareCallbackParams["params"],
    id: Math.random().toString(36).slice(2, 11),
    options: Object.freeze({ baseUrl, parseAs, querySerializer, bodySerializer, pathSerializer }) as never,
  };
  const [response, sent] = await sendThrough(middleware, facts, made, send);
  return readResult(response, sent.method, parseAs);
}

/** The serializer of a query without one of its own. */
function createSerializer({ raw }: Extras, options: object | undefined): QuerySerializer {
  return (query) => {
    if (raw) {
      // openapi-fetch ignores objects such as dates.
      const plain = Object.entries(query).map(([name, value]) => [name, plainValue(name, value)]);
      return raw.query(options)(Object.fromEntries(plain));
    }
    if (options) throw invalid("querySerializer", "a function");
    const into: Placed = { query: [], header: {} };
    placeParams(into, query);
    return into.query.join("&");
  };
}

async function readResult(response: Response, method: string, parseAs: string): Promise<unknown> {
  const { ok, status, headers } = response;
  const length = headers.get("content-length");
  if (status === 204 || method === "HEAD" || (length === "0" && !headers.get("transfer-encoding")?.includes("chunked")))
    return { [ok ? "data" : "error"]: undefined, response };
  if (ok && parseAs === "stream") return { data: response.body, response };
  if (ok && (parseAs !== "json" || length)) return { data: await response[parseAs as "json"](), response };
  const text = await response.text();
  if (ok) return { data: text ? JSON.parse(text) : undefined, response };
  try {
    return { error: JSON.parse(text), response };
  } catch {
    return { error: text, response };
  }
}
