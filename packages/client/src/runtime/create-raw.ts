import createFetchClient, { type Client } from "openapi-fetch";
import { createApiError, notJson } from "../call/api-error.ts";
import type { Session } from "../call/call.ts";
import type { CallOptions } from "../call/call-options.ts";
import { startCall } from "../call/start-call.ts";
import { checkHeaders, checkRequest } from "../checks.ts";
import { createPathSerializer, type PathSerializer } from "../params/path.ts";
import { plainValue } from "../params/place-params.ts";
import type { OperationRow } from "../table.ts";

/** Options of one call: those of the client, and of openapi-fetch those that are looked at. */
interface RawOptions extends Omit<CallOptions, "headers" | "query"> {
  readonly headers?: object;
  readonly params?: { readonly path?: object; readonly query?: object; readonly header?: object };
  readonly parseAs?: string;
  readonly pathSerializer?: PathSerializer;
  readonly querySerializer?: unknown;
}

type Request_ = (method: string, path: string, init: object) => Promise<unknown>;

const METHODS = "GET PUT POST DELETE OPTIONS HEAD PATCH TRACE".split(" ");

/**
 * openapi-fetch's client, each call of which is a call of this client: with its policies in place of `fetch`, its options,
 * and its errors for what gets no response. Only addresses below the base address are called, because the credential goes
 * there, and redirects are the policies' business.
 */
export function createRaw(session: Session, operations: readonly OperationRow[]): Client<object> {
  const { base, headers } = session;
  const rows = new Map(operations.map((row) => [`${row.method} ${row.path}`, row]));
  const client = createFetchClient<object>({ baseUrl: base, pathSerializer: createPathSerializer(base) });
  const sendRequest = client.request as unknown as Request_;
  const request = (given: string, path: string, options: RawOptions = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    const { signal, timeoutMs, priority, retry, idempotent, ...init } = options;
    return startCall(session, {
      row,
      // A query may hold a secret.
      operation: row?.id ?? `${method} ${path}`.replace(/\?.*/s, ""),
      isStream: init.parseAs === "stream",
      // The priority may be the text that fetch knows by this name.
      options: { signal, timeoutMs, priority: Number(priority) || 0, retry, idempotent },
      run: async (send, call) => {
        let response: Response | undefined;
        const fetch = async (made: Request): Promise<Response> => {
          response = await send(identify(checkRequest(made, base), headers, init.headers));
          return response;
        };
        try {
          return await sendRequest(method, path, { ...init, ...guarded(init, base), redirect: "manual", fetch });
        } catch (error) {
          // Others are those of the caller's middleware.
          throw response && error instanceof SyntaxError
            ? createApiError(call, response, { problem: notJson(response) })
            : error;
        }
      },
    });
  };
  const verbs = Object.fromEntries(METHODS.map((method) => [method, request.bind(undefined, method)]));
  return { ...client, ...verbs, request } as unknown as Client<object>;
}

/** Options of openapi-fetch that are checked, or made plain, before it gets them. */
function guarded({ headers, params, pathSerializer, querySerializer }: RawOptions, base: string): object {
  if (headers || params?.header) checkHeaders({ ...params?.header, ...headers });
  const { path, query } = params ?? {};
  // openapi-fetch ignores objects such as dates; a serializer of the caller's own gets them as they are.
  const isOwn = typeof querySerializer === "function";
  return {
    // Without values it would not ask the serializer, which checks the path as well.
    params: { ...params, path: { ...path }, ...(query && { query: isOwn ? query : plainQuery(query) }) },
    ...(pathSerializer && { pathSerializer: createPathSerializer(base, pathSerializer) }),
  };
}

function plainQuery(query: object): object {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, plainValue(name, value)]));
}

/** The request with the headers of every request, but for those that it has, or that the caller has set to `null`. */
function identify(request: Request, headers: Session["headers"], given: object = {}): Request {
  const unwanted = Object.entries(given).filter(([, value]) => value === null);
  for (const [name, value] of Object.entries(headers))
    if (!request.headers.has(name) && !unwanted.some(([other]) => other.toLowerCase() === name))
      request.headers.set(name, value);
  return request;
}
