import type { Client } from "openapi-fetch";
import type { Session } from "../transport/call.ts";
import type { CallOptions } from "./call-options.ts";
import type { Target } from "./create-method.ts";
import { startCall } from "./start-call.ts";

type Init = CallOptions & { readonly params?: { readonly path?: object }; readonly parseAs?: string };

/** What is used of openapi-fetch's client: its own types speak of one document. */
interface Core {
  request(method: string, path: string, init: object): Promise<unknown>;
}

/** Options of a call that are no part of a request. */
const OWN = ["signal", "priority", "timeoutMs"] as const;

/** openapi-fetch's client with every call run under the policies. */
export function createRaw(session: Session, { headers: common }: Target, core: Client<object>): Client<object> {
  const rows = new Map(session.table.operations.map((row) => [`${row.method} ${row.path}`, row]));
  const request = (given: string, path: string, options: Init = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    return startCall(session, {
      row,
      operation: row?.id ?? `${method} ${path}`,
      parseAs: options.parseAs ?? "json",
      options,
      run: (fetch) => {
        const send = (request: Request): Promise<Response> => {
          const { headers } = request;
          // What a call or a middleware gave stays; `null` means none.
          for (const name in common) if (!headers.has(name)) headers.set(name, common[name] as string);
          for (const name in options.headers) if (options.headers[name] === null) headers.delete(name);
          return fetch(request);
        };
        const init = {
          ...options,
          params: options.params?.path ? options.params : { ...options.params, path: {} },
          fetch: send,
        };
        for (const name of OWN) if (name in init) delete init[name];
        return (core as Core).request(method, path, init);
      },
    });
  };
  const raw: { [name: string]: unknown } = { ...core, request };
  for (const method in core) if (/^[A-Z]/.test(method)) raw[method] = request.bind(undefined, method);
  return raw as unknown as Client<object>;
}
