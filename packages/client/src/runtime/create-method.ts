import { checkAddress, pathItems } from "../params/path.ts";
import { type Placed, placeParams } from "../params/place-params.ts";
import { plainValue } from "../params/plain-value.ts";
import type { Session } from "../transport/call.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { checkHeaders } from "./check-request.ts";
import { startCall } from "./start-call.ts";
import type { OperationRow } from "./table.ts";

/** Where methods send, and the headers that all of them send, by lower-case name. */
export interface Target {
  /** Without a slash at its end. */
  readonly base: string;
  readonly headers: { readonly [name: string]: string };
}

/** The method of one operation: arguments by its row, data by the content type of the answer. */
export function createMethod(
  session: Session,
  { base, headers: common }: Target,
  row: OperationRow,
): (...args: unknown[]) => SvcPromise<unknown> {
  const { method, id: operation } = row;
  const { extras } = session;
  // Text and names take turns. A path without its slash would be a part of the host; documents may hold anything.
  const parts = row.path
    .replace(/^\/?/, "/")
    .split(/\{([^{}]+)\}/)
    .map((part, index) => (index % 2 ? part : part.replace(/[\s\\{}?#]/g, encodeURIComponent)));
  const names = [...new Set(parts.filter((_, index) => index % 2))];
  return (...args) => {
    let at = names.length;
    const body = row.body && args[at++];
    const params = row.params && (args[at++] as object | undefined);
    const options = (args[at] ?? {}) as CallOptions;
    const fill = (part: string, index: number): string => {
      if (index % 2 === 0) return part;
      const value = plainValue(part, args[names.indexOf(part)]);
      const items = pathItems(part, value);
      return extras.pathStyles?.(part, value, row) ?? items.map(encodeURIComponent as () => string).join();
    };
    const run = (send: (request: Request) => Promise<unknown>): Promise<unknown> => {
      const into: Placed = { query: [], header: { ...common } };
      const { query, header } = into;
      if (params) placeParams(into, params, row.params, extras);
      if (options.query) placeParams(into, options.query);
      const encoded = body === undefined ? undefined : extras.bodies?.(row.body?.type as string, body, header);
      const headers = Object(options.headers);
      for (const [name, value] of headers[Symbol.iterator] ? headers : Object.entries(headers)) {
        if (value == null) delete header[name.toLowerCase()];
        else header[name.toLowerCase()] = value;
      }
      if (params ?? options.headers) checkHeaders(header);
      const url = base + checkAddress(parts.map(fill).join("")) + (query.length > 0 ? `?${query.join("&")}` : "");
      return send(
        new Request(url, { method, headers: header as { [name: string]: string }, redirect: "manual", ...encoded }),
      );
    };
    return startCall(session, { row, operation, options, run });
  };
}
