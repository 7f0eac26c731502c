import type { Nock } from "./nock-module.ts";
import type { Reply } from "./reply.ts";

/** The interceptor of an origin, behind those of the test. */
export interface CatchAll {
  /** False once somebody has removed all interceptors of nock. */
  readonly isAlive: () => boolean;
  /** Removes it, and with it what nock has stored of the origin because of it. */
  readonly release: () => void;
}

/**
 * Adds an interceptor to nock that matches every request to an origin, unless an interceptor of the test does: by method,
 * path, query, headers and body, and whether it was added before or after this one.
 *
 * @param answer answers a request that it matches
 */
export function addCatchAll(
  nock: Nock,
  origin: string | RegExp,
  answer: (request: Request) => Promise<Reply>,
): CatchAll {
  const known = new Set(Object.keys(tableOf(nock) ?? {}));
  const scope = nock(origin).persist();
  // `nock.isDone()` is about the interceptors of the test.
  const own = scope.intercept("*", "GET").optionally();
  own.matchOrigin = () => true;
  own.match = (request, body) =>
    isMatchedLater(beside(), own, request, body) ? ["an interceptor of the test matches"] : [];
  // One parameter exactly: nock counts them, and takes a second one for a callback.
  own.reply(((request: Request) => answer(request)) as never);
  const place = placeOf(nock, own);
  const beside = (): readonly Interceptor[] => place?.interceptors ?? [];
  return {
    isAlive: () => scope.activeMocks().length > 0,
    release() {
      nock.removeInterceptor(own);
      if (place === undefined) allowUnmocked(nock, origin);
      else if (place.interceptors.length === 0 && !known.has(place.key)) forget(nock, place);
    },
  };
}

interface Place {
  readonly key: string;
  readonly interceptors: readonly Interceptor[];
}

function placeOf(nock: Nock, own: Interceptor): Place | undefined {
  const entries = Object.entries(tableOf(nock) ?? {});
  const [key, entry] = entries.find(([, { interceptors }]) => interceptors.includes(own)) ?? [];
  return key === undefined || entry === undefined ? undefined : { key, interceptors: entry.interceptors };
}

/** Whether a later interceptor matches; nock has asked the earlier ones before. */
function isMatchedLater(all: readonly Interceptor[], own: Interceptor, request: Request, body: string): boolean {
  return all.slice(all.indexOf(own) + 1).some((one) => one.match(request, body).length === 0);
}

function forget(nock: Nock, { key, interceptors }: Place): void {
  const table = tableOf(nock);
  if (table?.[key]?.interceptors === interceptors) delete table[key];
}

/**
 * Lets requests to an origin through to the network again, if the table cannot be read. nock stores that by origin, where it
 * outranks `disableNetConnect`.
 */
function allowUnmocked(nock: Nock, origin: string | RegExp): void {
  const interceptor = nock(origin, { allowUnmocked: true }).get("/");
  interceptor.reply(200);
  nock.removeInterceptor(interceptor);
}

/** One of nock's interceptors, as far as the adapter uses it. */
export type Interceptor = ReturnType<ReturnType<Nock>["intercept"]>;

/** nock's entry of an origin. nock answers 501 for an origin whose entry has no interceptors. */
export interface TableEntry {
  /** In the order in which nock asks them; the first that matches answers. */
  readonly interceptors: readonly Interceptor[];
}

/** nock's interceptors by origin. */
export type Table = Record<string, TableEntry>;

/**
 * The table in which nock keeps all interceptors. Its API gives their names only, not which requests they would match, and
 * cannot remove an origin. `activeMocks()` calls `Object.values` with the table, so that is replaced during the call.
 *
 * @returns undefined if this version of nock, or the runtime, does not allow it
 */
export function tableOf(nock: Nock): Table | undefined {
  const { values } = Object;
  let seen: unknown;
  try {
    Object.values = (object: object) => {
      seen ??= object;
      return values(object);
    };
    nock.activeMocks();
  } catch {
    return undefined;
  } finally {
    if (Object.values !== values) Object.values = values;
  }
  return isTable(seen) ? seen : undefined;
}

function isTable(seen: unknown): seen is Table {
  return (
    typeof seen === "object" &&
    seen !== null &&
    Object.values(seen).every((entry: Partial<TableEntry> | undefined) => Array.isArray(entry?.interceptors))
  );
}
