import createFetchClient, { type Client } from "openapi-fetch";
import type { Session } from "../call/call.ts";
import type { CallOptions } from "../call/call-options.ts";
import { startCall } from "../call/start-call.ts";
import { createPathSerializer, type PathSerializer } from "../params/path.ts";
import { plainValue } from "../params/place-params.ts";
import type { OperationRow } from "../table.ts";
import { checkHeaders, checkRequest } from "./check-request.ts";
import type { Target } from "./create-method.ts";

type Init = CallOptions & {
  readonly params?: { readonly path?: object; readonly query?: object; readonly header?: object };
  readonly parseAs?: string;
  readonly pathSerializer?: PathSerializer;
  readonly querySerializer?: unknown;
};

/** Options of the call, which are no part of a request. */
const CALL_OPTIONS = ["signal", "priority", "timeoutMs"] as const;

/** The part of openapi-fetch's client that is used, without the types of a document. */
interface Core {
  request(method: string, path: string, init: object): Promise<unknown>;
}

/** openapi-fetch's client with every call run under the policies. */
export function createRaw(
  session: Session,
  { base, headers: common }: Target,
  operations: readonly OperationRow[],
): Client<object> {
  const core = createFetchClient<object>({ baseUrl: base });
  const rows = new Map(operations.map((row) => [`${row.method} ${row.path}`, row]));
  const request = (given: string, path: string, options: Init = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    return startCall(session, {
      row,
      // A query may hold a secret.
      operation: row?.id ?? `${method} ${path}`.replace(/\?.*/s, ""),
      parseAs: options.parseAs ?? "json",
      options,
      run: (exchange) => {
        const { headers: given, params = {}, pathSerializer, querySerializer } = options;
        const { query } = params;
        if (given || params.header) checkHeaders({ ...params.header, ...given });
        const send = (made: Request): Promise<Response> => {
          const request = checkRequest(made, base);
          const { headers } = request;
          // Headers of the call or of a middleware win; `null` removes one.
          for (const [name, value] of Object.entries(common)) if (!headers.has(name)) headers.set(name, value);
          for (const name in given) if (given[name] === null) headers.delete(name);
          return exchange(request) as Promise<Response>;
        };
        const isPlain = !query || typeof querySerializer === "function";
        const init: { [option: string]: unknown } = {
          ...options,
          params: { ...params, path: params.path ?? {}, query: isPlain ? query : plainMembers(query) },
          pathSerializer: createPathSerializer(base, pathSerializer),
          redirect: "manual",
          fetch: send,
        };
        for (const name of CALL_OPTIONS) if (name in init) delete init[name];
        return (core as Core).request(method, path, init);
      },
    });
  };
  const raw: { [name: string]: unknown } = { ...core, request };
  for (const method in core) if (/^[A-Z]/.test(method)) raw[method] = request.bind(undefined, method);
  return raw as unknown as Client<object>;
}

/** Parameters as plain data: openapi-fetch ignores objects such as dates. */
function plainMembers(query: object): object {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, plainValue(name, value)]));
}
