import { createApiError } from "../errors/create-api-error.ts";
import { serializeBody } from "../params/body.ts";
import { fillPath } from "../params/path.ts";
import { type Serialized, serializeParams } from "../params/query-and-headers.ts";
import type { Call } from "../transport/call.ts";
import { decodeText, parseLoosely } from "../transport/read-body.ts";
import { cleaner, sendWithPolicies } from "../transport/send.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { parseData } from "./parse-data.ts";
import type { Session } from "./session.ts";
import { startCall } from "./start-call.ts";
import type { OperationRow } from "./table.ts";

type Values = { [name: string]: unknown };
/** What of openapi-fetch's client methods use: its types speak of one document, rows may be of any. */
export type Core = { request(method: string, path: string, init: object): Promise<unknown> };

/** The names in a path template, each once. */
const templateNames = (path: string): string[] => [
  ...new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), (match) => match[1] as string)),
];

/** The method of one operation: arguments by the row, data by the content type of the answer. */
export function createMethod(
  session: Session,
  core: Core,
  row: OperationRow,
): (...args: unknown[]) => SvcPromise<unknown> {
  const names = templateNames(row.path);
  return (...args) => {
    let at = names.length;
    const body = row.body && args[at++];
    const params = row.params && (args[at++] as Values | undefined);
    const options = (args[at] ?? {}) as CallOptions;
    const start = { row, operation: row.id, parseAs: undefined, options };
    const { call, promise } = startCall(session, start, async (call) => {
      let data: unknown;
      const request = buildRequest(row, {
        path: Object.fromEntries(names.map((name, index) => [name, args[index]])),
        body,
        params,
        options,
      });
      const fetch = async (sent: Request): Promise<Response> => {
        const response = await sendWithPolicies(session.transport, call, sent);
        if (!response.ok) throw apiError(session, call);
        data = parseData(call);
        return response;
      };
      await core.request(row.method, request.path, { ...request.init, fetch, parseAs: "stream" });
      return data;
    });
    return Object.assign(promise, {
      withResponse: () =>
        promise.then((data) => ({ data, response: call.response as Response, rateLimit: session.rateLimit() })),
    });
  };
}

interface MethodArguments {
  readonly path: Values;
  readonly body: unknown;
  readonly params: Values | undefined;
  readonly options: CallOptions;
}

function buildRequest(
  row: OperationRow,
  { path, body, params, options }: MethodArguments,
): { path: string; init: object } {
  const into: Serialized = { query: [], headers: {} };
  const parts = row.body ? serializeBody(row.body.type, body, into.headers) : {};
  serializeParams(into, params, row.params);
  serializeParams(into, options.query);
  const init = {
    ...parts,
    headers: { ...into.headers, ...options.headers },
    querySerializer: () => into.query.join("&"),
  };
  return { path: fillPath(row.path, path, row.pathStyles), init };
}

function apiError({ rateLimit }: Session, call: Call): Error {
  const { operation, body, retryAt, response } = call;
  const { status, headers } = response as Response;
  const facts = {
    status,
    headers,
    body: parseLoosely(decodeText(body as BlobPart)),
    operation,
    retryAt,
    rateLimit: rateLimit(),
  };
  return createApiError(facts, cleaner(call));
}
