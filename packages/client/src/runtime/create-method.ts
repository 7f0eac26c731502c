import { templateNames } from "../params/path.ts";
import { type Placed, placeParams } from "../params/place-params.ts";
import { plainValue } from "../params/plain-value.ts";
import type { Session } from "../transport/call.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { startCall } from "./start-call.ts";
import type { OperationRow } from "./table.ts";

/** What methods use of openapi-fetch's client: its own types speak of one document, rows may be of any. */
export interface Core {
  request(method: string, path: string, init: object): Promise<unknown>;
}

/** The method of one operation: arguments by its row, data by the content type of the answer. */
export function createMethod(
  session: Session,
  core: Core,
  row: OperationRow,
): (...args: unknown[]) => SvcPromise<unknown> {
  const { method, path, pathStyles, id: operation } = row;
  const { extras } = session;
  const names = templateNames(path);
  const template = (pathStyles && extras.pathStyles?.(path, pathStyles)) ?? path;
  return (...args) => {
    let at = names.length;
    const body = row.body && args[at++];
    const params = row.params && (args[at++] as object | undefined);
    const options = (args[at] ?? {}) as CallOptions;
    return startCall(session, {
      row,
      operation,
      options,
      run(fetch) {
        const into: Placed = { query: [], header: {} };
        const values: { [name: string]: unknown } = {};
        names.forEach((name, index) => {
          values[name] = plainValue(name, args[index]);
        });
        if (params) placeParams(into, params, row.params, extras);
        if (options.query) placeParams(into, options.query);
        const { query, header } = into;
        const querySerializer = (): string => query.join("&");
        const init = {
          params: { path: values, header },
          headers: options.headers,
          querySerializer,
          fetch,
        };
        return core.request(
          method,
          template,
          body === undefined ? init : { ...init, ...encode(row, body, header, session) },
        );
      },
    });
  };
}

function encode(
  { body }: OperationRow,
  value: unknown,
  header: { [name: string]: unknown },
  { extras }: Session,
): object | undefined {
  const type = body?.type as string;
  if (!/[/+]json\b/.test(type)) return extras.bodies?.(type, value, header);
  header["content-type"] = type;
  return { body: value };
}
