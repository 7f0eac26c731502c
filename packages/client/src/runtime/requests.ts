import createFetchClient, { type Client } from "openapi-fetch";
import type { CallHost, CallOptions, Session, SvcPromise } from "../call/call.ts";
import { callMethod, createApiError, notJson } from "../call/deliver.ts";
import { bodyOf, decodeText } from "../call/read-body.ts";
import { checkCall, startCall } from "../call/start-call.ts";
import { checkHeaders, checkKind, checkRequest, unknownName } from "../checks.ts";
import { ConfigurationError, SvcError } from "../errors/errors.ts";
import { wordsOf } from "../errors/redact.ts";
import type { OperationExtras, Placed } from "../extras.ts";
import {
  checkValues,
  fillBy,
  guardPath,
  type PathSerializer,
  pathItems,
  placeParam,
  placeParams,
  plainValue,
} from "../params/place-params.ts";
import type { OperationRow, ParamRow } from "../table.ts";

/** Where the requests of a client go, and the headers that all of them have. */
type Target = Pick<Session, "base" | "baseOf" | "headers" | "ownHeaders">;

/** openapi-fetch builds every request: those of methods and those of `raw`. What has a body says its type by itself. */
function createBuilder({ base, headers: { "content-type": _, ...headers } }: Target): Client<object> {
  return createFetchClient<object>({ baseUrl: base, headers, redirect: "manual" });
}

type Request_ = (method: string, path: string, init: object) => Promise<unknown>;

/** Asked for where JSON does not show whether a body is whole: runtimes decode one that is cut without an error. */
const IDENTITY = { "accept-encoding": "identity" };

/** Stands for the response of a method towards openapi-fetch: it makes nothing of it. */
const NOTHING = { status: 204, ok: true, headers: { get: () => null } };

/** Makes the methods of operations: arguments as their rows say, data by the content type of the response. */
export function createCalls(
  session: Target & CallHost,
): (row: OperationRow, extras: OperationExtras) => (...args: unknown[]) => SvcPromise<unknown> {
  const request = createBuilder(session).request as unknown as Request_;
  return (row, extras) => {
    const { method, id: operation } = row;
    // A path without its slash would be a part of the host; documents may hold anything.
    const template = row.path
      .replace(/^\/?/, "/")
      .split(/(\{[^{}]+\})/)
      .map((part, index) => (index % 2 ? part : part.replace(/[\s\\{}?#]/g, encodeURIComponent)))
      .join("");
    const names = [...new Set(Array.from(row.path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string))];
    const pathSerializer = fillBy(row, extras.pathStyles);
    return (...args) => {
      let at = names.length;
      const body = row.body && args[at++];
      const params = row.params && (args[at++] as object | undefined);
      const { query: more, headers, ...options } = (args[at] ?? {}) as CallOptions;
      const run = async (send: (request: Request) => Promise<Response>): Promise<Response> => {
        let response: Response | undefined;
        const into: Placed = { query: [], header: row.untyped ? { ...IDENTITY } : {} };
        if (params) placeParams(into, params, row.params, extras);
        if (more) placeParams(into, more);
        const encoded = encode(session, { row, body, into }, extras);
        if (headers) placeHeaders(into.header, headers, session);
        if (params ?? headers) checkHeaders(into.header);
        await request(method, template, {
          params: { path: Object.fromEntries(names.map((name, index) => [name, args[index]])) },
          headers: into.header,
          pathSerializer,
          querySerializer: () => into.query.join("&"),
          ...(row.server && { baseUrl: session.baseOf(row) }),
          ...encoded,
          fetch: (made: Request) =>
            send(made).then((own) => {
              response = own;
              return NOTHING;
            }),
        });
        return response as Response;
      };
      return callMethod(session, { row, operation, options, run });
    };
  };
}

interface Encoding {
  readonly row: OperationRow | undefined;
  readonly body: unknown;
  readonly into: Placed;
}

/** The body as the operation has it. JSON is what openapi-fetch makes of it by itself. */
function encode({ headers }: Target, { row, body, into: { header } }: Encoding, { bodies }: OperationExtras): object {
  const { "content-type": constant } = headers;
  if (body === undefined && constant) header["content-type"] = constant;
  if (body === undefined || !row?.body || !bodies) return { body };
  try {
    return { ...bodies(row.body, body, header), bodySerializer: (encoded: unknown) => encoded };
  } catch (cause) {
    throw SvcError.is(cause) ? cause : new ConfigurationError(`body: ${wordsOf(cause)}`, { cause });
  }
}

/**
 * Sets the headers of the caller, and removes those that are `null`.
 *
 * @throws ConfigurationError for one that is nearly spelled as one of the client's own
 */
function placeHeaders(into: Placed["header"], given: object, { ownHeaders }: Target): void {
  checkKind("headers", given, "object");
  for (const [spelled, value] of pairsOf(given) as Headers) {
    const name = spelled.toLowerCase();
    const meant = ownHeaders.find((own) => isMistyped(name, own));
    if (meant) throw unknownName(`headers.${spelled}`, "header", [meant]);
    into[name] = value ?? null;
  }
}

/** Whether a name differs in one place, by at most two letters. */
function isMistyped(given: string, name: string): boolean {
  let begin = 0;
  let end = 0;
  const most = Math.min(given.length, name.length);
  while (begin < most && given[begin] === name[begin]) begin++;
  while (end < most - begin && given.at(-1 - end) === name.at(-1 - end)) end++;
  return given !== name && begin + end >= Math.max(given.length, name.length) - 2;
}

export function pairsOf(headers: object): Iterable<unknown> {
  return Symbol.iterator in headers ? (headers as Iterable<unknown>) : Object.entries(headers);
}

/** Options of one call: those of the client, and of openapi-fetch those that are looked at. */
interface RawOptions extends Omit<CallOptions, "headers" | "query"> {
  readonly headers?: object;
  readonly params?: {
    readonly path?: object;
    readonly query?: object;
    readonly header?: object;
    readonly cookie?: object;
  };
  readonly body?: unknown;
  readonly parseAs?: string;
  readonly pathSerializer?: PathSerializer;
  readonly querySerializer?: unknown;
  readonly bodySerializer?: unknown;
}

/**
 * openapi-fetch's client, each call of which is a call of this client: with its policies in place of `fetch`, its options,
 * and its errors for what gets no response. Only addresses below the base address are called, because the credential goes
 * there, and redirects are the policies' business.
 */
export function createRaw(
  session: Session,
  operations: readonly OperationRow[],
  extras: OperationExtras,
): Client<object> {
  const rows = new Map(operations.map((row) => [`${row.method} ${row.path}`, row]));
  const client = createBuilder(session);
  const sendRequest = client.request as unknown as Request_;
  const request = (given: string, path: string, options: RawOptions = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    const base = session.baseOf(row);
    const { signal, timeoutMs, priority, retry, idempotent, ...init } = options;
    // The priority may be the text that fetch knows by this name.
    const own = { signal, timeoutMs, priority: Number(priority) || 0, retry, idempotent };
    return startCall(session, {
      row,
      // A query may hold a secret.
      operation: row?.id ?? `${method} ${path}`.replace(/\?.*/s, ""),
      isStream: init.parseAs === "stream",
      options: own,
      run: async (send, call) => {
        checkCall(own);
        let response: Response | undefined;
        const fetch = async (made: Request): Promise<Response> => {
          response = await send(checkRequest(made, base));
          return response;
        };
        try {
          return await sendRequest(method, path, {
            baseUrl: base,
            ...init,
            ...asDescribed(session, row, init, extras),
            redirect: "manual",
            fetch,
          });
        } catch (error) {
          // Others are those of the caller's middleware.
          if (!response || !(error instanceof SyntaxError)) throw error;
          const text = decodeText(bodyOf(response) ?? "");
          throw createApiError(call, response, { problem: notJson(response, text) });
        }
      },
    });
  };
  const methods = Object.keys(client).filter((name) => name === name.toUpperCase());
  const verbs = Object.fromEntries(methods.map((method) => [method, request.bind(undefined, method)]));
  return { ...client, ...verbs, request } as unknown as Client<object>;
}

/** Options of openapi-fetch as methods give them, unless the caller has serializers of his own. */
function asDescribed(target: Target, row: OperationRow | undefined, init: RawOptions, extras: OperationExtras): object {
  const { params, headers = {}, body, pathSerializer = fillBy(row, extras.pathStyles), bodySerializer } = init;
  const { path, query, header = {}, cookie } = params ?? {};
  const into: Placed = { query: [], header: {} };
  const place = (values: object | undefined, where: ParamRow["in"]): void => {
    if (values) checkValues(where ?? "query", values);
    for (const [name, value] of Object.entries(values ?? {}))
      placeParam(into, name, value, { row: rowOf(row, name, where), extras });
  };
  const { querySerializer = () => into.query.join("&") } = init;
  if (!init.querySerializer) place(query, undefined);
  // A serializer of the caller's own gets only what may stand in a path.
  if (init.pathSerializer) for (const [name, value] of Object.entries(path ?? {})) pathItems(name, value);
  // openapi-fetch ignores objects such as dates; a function of the caller's own gets them as they are.
  const plain = typeof querySerializer === "function" ? query : plainMembers(query);
  place(cookie, "cookie");
  const isOwn = bodySerializer || [...pairsOf(header), ...pairsOf(headers)].some(isContentType);
  const encoded = encode(target, { row: isOwn ? undefined : row, body, into }, extras);
  placeHeaders(into.header, headers, target);
  checkHeaders({ ...into.header, ...header });
  return {
    ...encoded,
    headers: into.header,
    // Without values it would not ask the serializer, which checks the path as well.
    params: { ...params, path: { ...path }, query: plain },
    pathSerializer: guardPath(target.baseOf(row), pathSerializer),
    querySerializer,
  };
}

function plainMembers(query: object = {}): object {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, plainValue(name, value)]));
}

function isContentType(pair: unknown): boolean {
  return (pair as readonly [string])[0].toLowerCase() === "content-type";
}

/** The row of a parameter by its name on the wire. */
function rowOf(row: OperationRow | undefined, name: string, place: ParamRow["in"]): ParamRow | undefined {
  return Object.entries(row?.params ?? {}).find(([key, one]) => one.in === place && (one.name ?? key) === name)?.[1];
}
