import type { CallHost, CallOptions, Session, SvcPromise } from "../call/call.ts";
import { callMethod, type MethodCall } from "../call/deliver.ts";
import { checkHeaders, checkKind } from "../checks.ts";
import type { OperationExtras, Placed } from "../extras.ts";
import { checkAddress, fillPart, placeParams, plainValue } from "../params/place-params.ts";
import type { OperationRow } from "../table.ts";

/** The method of one operation: arguments as its row says, data by the content type of the response. */
export function createMethod(
  session: Pick<Session, "base" | "headers"> & CallHost,
  extras: OperationExtras,
  row: OperationRow,
): (...args: unknown[]) => SvcPromise<unknown> {
  const { base } = session;
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
      return fillPart(part, plainValue(part, args[names.indexOf(part)]), row, extras.pathStyles);
    };
    const run: MethodCall["run"] = (send) => {
      const into: Placed = { query: [], header: { ...session.headers } };
      const { query, header } = into;
      if (params) placeParams(into, params, row.params, extras);
      if (more) placeParams(into, more);
      const encoded = body === undefined ? undefined : extras.bodies?.(row.body?.type as string, body, header);
      if (given) placeHeaders(header, given);
      if (params ?? given) checkHeaders(header);
      const url =
        base + checkAddress(parts.map(fill).join("")).slice(1) + (query.length > 0 ? `?${query.join("&")}` : "");
      const init = { method, headers: header as { [name: string]: string }, redirect: "manual", ...encoded } as const;
      return send(new Request(url, init));
    };
    return callMethod(session, { row, operation, options, run });
  };
}

/** Sets the headers of the caller, and removes those that are `null`. */
function placeHeaders(into: Placed["header"], given: NonNullable<CallOptions["headers"]>): void {
  checkKind("headers", given, "object");
  for (const [name, value] of Symbol.iterator in given ? (given as unknown as Headers) : Object.entries(given)) {
    const key = name.toLowerCase();
    if (value == null) delete into[key];
    else into[key] = value;
  }
}
