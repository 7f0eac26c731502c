import type { Session } from "../call/call.ts";
import type { CallOptions, SvcPromise } from "../call/call-options.ts";
import { startCall } from "../call/start-call.ts";
import type { Extras, Placed } from "../extras.ts";
import { checkAddress, fillPart } from "../params/path.ts";
import { placeParams, plainValue } from "../params/place-params.ts";
import type { OperationRow } from "../table.ts";
import { checkHeaders } from "./check-request.ts";

/** Where requests are sent, and the headers that all of them have, by lower-case name. */
export interface Target {
  /** Ends with a slash. */
  readonly base: string;
  readonly headers: { readonly [name: string]: string };
  readonly extras: Extras;
}

/** The method of one operation: arguments as its row says, data by the content type of the response. */
export function createMethod(
  session: Session,
  { base, headers: common, extras }: Target,
  row: OperationRow,
): (...args: unknown[]) => SvcPromise<unknown> {
  const { method, id: operation } = row;
  // Text and names alternate. A path without its slash would be a part of the host; documents may hold anything.
  const parts = row.path
    .replace(/^\/?/, "/")
    .split(/\{([^{}]+)\}/)
    .map((part, index) => (index % 2 ? part : part.replace(/[\s\\{}?#]/g, encodeURIComponent)));
  const names = [...new Set(parts.filter((_, index) => index % 2))];
  return (...args) => {
    let at = names.length;
    const body = row.body && args[at++];
    const params = row.params && (args[at++] as object | undefined);
    const { query: more, headers: given, ...options } = (args[at] ?? {}) as CallOptions;
    const fill = (part: string, index: number): string => {
      if (index % 2 === 0) return part;
      const value = plainValue(part, args[names.indexOf(part)]);
      const text = fillPart(part, value, row.pathStyles ?? {});
      return extras.pathStyles?.(part, value, row) ?? text;
    };
    const run = (exchange: (request: Request) => Promise<unknown>): Promise<unknown> => {
      const into: Placed = { query: [], header: { ...common } };
      const { query, header } = into;
      if (params) placeParams(into, params, row.params, extras);
      if (more) placeParams(into, more);
      const encoded = body === undefined ? undefined : extras.bodies?.(row.body?.type as string, body, header);
      const headers = Object(given);
      for (const [name, value] of headers[Symbol.iterator] ? headers : Object.entries(headers)) {
        if (value == null) delete header[name.toLowerCase()];
        else header[name.toLowerCase()] = value;
      }
      if (params ?? given) checkHeaders(header);
      const url =
        base + checkAddress(parts.map(fill).join("")).slice(1) + (query.length > 0 ? `?${query.join("&")}` : "");
      return exchange(
        new Request(url, { method, headers: header as { [name: string]: string }, redirect: "manual", ...encoded }),
      );
    };
    return startCall(session, { row, operation, options, run });
  };
}
