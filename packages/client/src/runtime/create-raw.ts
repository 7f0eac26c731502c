import { type Client, defaultPathSerializer } from "openapi-fetch";
import { guardPath, guardPathValue } from "../params/path.ts";
import { decodeText } from "../transport/read-body.ts";
import { sendWithPolicies } from "../transport/send.ts";
import type { CallOptions } from "./call-options.ts";
import type { Session } from "./session.ts";
import { startCall } from "./start-call.ts";
import type { OperationRow } from "./table.ts";

type Init = CallOptions & { readonly params?: { readonly path?: object }; readonly parseAs?: string };
type Verb = (path: string, init?: Init) => Promise<unknown>;

/** Fills a path template for openapi-fetch. @throws ConfigurationError on a value that is refused */
export function guardedPathSerializer(template: string, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values)) guardPathValue(name, value);
  return guardPath(defaultPathSerializer(template, values));
}

/** openapi-fetch's client with every call run under the policies. */
export function createRaw(session: Session, core: Client<object>, rows: readonly OperationRow[]): Client<object> {
  const byPath = new Map(rows.map((row) => [`${row.method} ${row.path}`, row]));
  let isWatched = false;
  const raw: Record<string, unknown> = {
    ...core,
    use(...middleware: never[]) {
      isWatched = true;
      core.use(...middleware);
    },
    request: (method: string, path: string, init?: Init) => (raw[method.toUpperCase()] as Verb)(path, init),
  };
  for (const method of ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]) {
    raw[method] = (path: string, init: Init = {}) => {
      const key = `${method} ${path}`;
      const row = byPath.get(key);
      const start = { row, operation: row?.id ?? key, parseAs: init.parseAs ?? "json", options: init };
      return startCall(session, start, (call) => {
        const fetch = async (request: Request): Promise<Response> => {
          const response = await sendWithPolicies(session.transport, call, request);
          if (call.body === undefined) return response;
          const text = decodeText(call.body as BlobPart);
          // Middleware may want the whole response once more; without any, reading the text again is enough.
          return isWatched
            ? new Response(text || null, response)
            : Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
        };
        const params = { ...init.params, path: init.params?.path ?? {} };
        return (core as unknown as Record<string, Verb>)[method]?.(path, {
          ...init,
          params,
          signal: undefined,
          fetch,
        } as Init) as Promise<unknown>;
      }).promise;
    };
  }
  return raw as unknown as Client<object>;
}
