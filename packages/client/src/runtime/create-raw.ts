import type { Client } from "openapi-fetch";
import type { Session } from "../transport/call.ts";
import type { CallOptions } from "./call-options.ts";
import { startCall } from "./start-call.ts";

type Init = CallOptions & { readonly params?: { readonly path?: object }; readonly parseAs?: string };

/** What is used of openapi-fetch's client: its own types speak of one document. */
interface Core {
  request(method: string, path: string, init: object): Promise<unknown>;
}

/** openapi-fetch's client with every call run under the policies. */
export function createRaw(session: Session, core: Client<object>): Client<object> {
  const rows = new Map(session.table.operations.map((row) => [`${row.method} ${row.path}`, row]));
  const request = (given: string, path: string, init: Init = {}): Promise<unknown> => {
    const method = given.toUpperCase();
    const row = rows.get(`${method} ${path}`);
    return startCall(session, {
      row,
      operation: row?.id ?? `${method} ${path}`,
      parseAs: init.parseAs ?? "json",
      options: init,
      run: (fetch) => {
        const { signal: _, priority: __, timeoutMs: ___, ...rest } = init;
        const params = { ...init.params, path: init.params?.path ?? {} };
        return (core as Core).request(method, path, { ...rest, params, fetch });
      },
    });
  };
  const raw: { [name: string]: unknown } = { ...core, request };
  for (const method in core) if (/^[A-Z]/.test(method)) raw[method] = request.bind(undefined, method);
  return raw as unknown as Client<object>;
}
