import createFetchClient, { type Client } from "openapi-fetch";
import type { CallOptions, Session } from "../call/call.ts";
import { createApiError, notJson } from "../call/deliver.ts";
import { checkCall, startCall } from "../call/start-call.ts";
import { checkHeaders, checkRequest } from "../checks.ts";
import { clientEffects, clientFinishers } from "../clock.ts";
import type { Extras } from "../extras.ts";
import type { PacerLease } from "../pacing/create-pacer.ts";
import { undeclaredLimits } from "../pacing/limits-by-operation.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { createPathSerializer, type PathSerializer, plainValue } from "../params/place-params.ts";
import { type ComposedFetch, fetchBy } from "../policies/compose.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { createMethod, growMethods } from "./method-tree.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";

/** A client: the document's methods, and the members that every client has. */
export type SvcClient<Methods, Paths extends object> = Methods & {
  /** openapi-fetch's client with the same policies: responses of any status are values, everything else is thrown. */
  readonly raw: Client<Paths>;
  /** The rate limit as known now. */
  readonly rateLimit: RateLimitSnapshot;
  /**
   * Makes another client with these options changed. It has the same limiter, unless `auth`, `baseUrl` or `rateLimit` is
   * among them. Each of the two is closed by itself.
   *
   * @throws ConfigurationError naming the invalid option
   */
  withOptions(options: SvcClientOptions): SvcClient<Methods, Paths>;
  /**
   * Rejects the calls that wait, and all later ones, with an `AbortedError`. Resolves when the requests under way have
   * ended; then no timer is left.
   */
  close(): Promise<void>;
};

/** Makes a client from the table of a document. @throws ConfigurationError naming the invalid option */
export function createCoreClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
  shared?: PacerLease,
): SvcClient<Methods, Paths> {
  const { session, close, lease } = openSession(table, options, extras, shared);
  const client = {
    raw: createRaw(session, table.operations),
    get rateLimit() {
      return session.pacer.snapshot();
    },
    withOptions(more: SvcClientOptions) {
      const isOther = ["auth", "baseUrl", "rateLimit"].some((name) => name in more);
      const made = createCoreClient(table, { ...options, ...more }, extras, isOther ? undefined : lease);
      for (const finisher of clientFinishers.get(client) ?? []) finisher(made, table);
      return made;
    },
    close,
  };
  clientEffects.set(client, session);
  growMethods(client, table.operations, (row) => createMethod(session, extras, row));
  return client as never;
}

/** A fetch with the client's policies. */
export interface PolicyFetch extends ComposedFetch {
  /** Rejects the calls that wait, and all later ones; resolves when the requests under way have ended. */
  close(): Promise<void>;
}

/**
 * Makes a fetch with the client's policies, for another client:
 * `createFetchClient<paths>({ baseUrl, fetch: createPolicyFetch({ baseUrl, auth }) })`. Each policy is controlled by its
 * option: pacing by `rateLimit`, retries by `retry`, time limits by `timeoutMs`, a bearer credential by `auth` (none by
 * default). Only requests below `baseUrl` are sent. Responses of any status are values; the caller reads the bodies of
 * successes.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createPolicyFetch(options: SvcClientOptions): PolicyFetch {
  const security = options?.auth === undefined ? [] : [["bearer"]];
  const table = { documentVersion: "", schemes: { bearer: { kind: "bearer" } }, security, operations: [] } as const;
  const { session, close } = openSession(table, options, { limits: undeclaredLimits });
  return Object.assign(
    fetchBy(session, (request) => checkRequest(request, session.base)),
    { close },
  );
}

/** Options of one call: those of the client, and of openapi-fetch those that are looked at. */
interface RawOptions extends Omit<CallOptions, "headers" | "query"> {
  readonly headers?: object;
  readonly params?: { readonly path?: object; readonly query?: object; readonly header?: object };
  readonly parseAs?: string;
  readonly pathSerializer?: PathSerializer;
  readonly querySerializer?: unknown;
}

type Request_ = (method: string, path: string, init: object) => Promise<unknown>;

/**
 * openapi-fetch's client, each call of which is a call of this client: with its policies in place of `fetch`, its options,
 * and its errors for what gets no response. Only addresses below the base address are called, because the credential goes
 * there, and redirects are the policies' business.
 */
function createRaw(session: Session, operations: readonly OperationRow[]): Client<object> {
  const { base, headers } = session;
  const rows = new Map(operations.map((row) => [`${row.method} ${row.path}`, row]));
  const client = createFetchClient<object>({ baseUrl: base, pathSerializer: createPathSerializer(base) });
  const sendRequest = client.request as unknown as Request_;
  const request = (given: string, path: string, options: RawOptions = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
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
  const methods = Object.keys(client).filter((name) => name === name.toUpperCase());
  const verbs = Object.fromEntries(methods.map((method) => [method, request.bind(undefined, method)]));
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
