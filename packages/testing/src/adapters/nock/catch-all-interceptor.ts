import type { Nock } from "./nock-module.ts";
import type { Reply } from "./reply.ts";

type Interceptor = ReturnType<ReturnType<Nock>["intercept"]>;

/** nock's interceptors by origin, in the order in which it asks them. It answers 501 where an origin has none left. */
type Table = Record<string, { readonly interceptors: readonly Interceptor[] }>;

/**
 * Adds an interceptor to nock that matches every request to an origin, unless an interceptor of the test does: by method,
 * path, query, headers and body, and whether it was added before or after this one.
 */
export function addCatchAll(nock: Nock, origin: string | RegExp, answer: (request: Request) => Promise<Reply>) {
  const known = Object.keys(tableOf(nock));
  const scope = nock(origin).persist();
  // `nock.isDone()` is about the interceptors of the test.
  const own = scope.intercept("*", "GET").optionally();
  own.matchOrigin = () => true;
  own.match = (request, body) => {
    // nock has asked the earlier ones before.
    const isOthers = beside.slice(beside.indexOf(own) + 1).some((one) => one.match(request, body).length === 0);
    return isOthers ? ["an interceptor of the test matches"] : [];
  };
  // One parameter exactly: nock counts them, and takes a second one for a callback.
  own.reply(((request: Request) => answer(request)) as never);
  const [key, entry] = Object.entries(tableOf(nock)).find(([, { interceptors }]) => interceptors.includes(own)) ?? [];
  const beside = entry?.interceptors ?? [];
  return {
    /** False once somebody has removed all interceptors of nock. */
    isAlive: (): boolean => scope.activeMocks().length > 0,
    /** Removes it, and with it what nock has stored of the origin because of it. */
    release(): void {
      nock.removeInterceptor(own);
      const table = tableOf(nock);
      if (key === undefined) allowUnmocked(nock, origin);
      else if (beside.length === 0 && !known.includes(key) && table[key]?.interceptors === beside) delete table[key];
    },
  };
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

/**
 * The table in which nock keeps all interceptors; empty if this version of nock, or the runtime, does not allow to read
 * it. Its API gives their names only, not which requests they would match, and cannot remove an origin. `activeMocks()`
 * calls `Object.values` with the table, so that is replaced during the call.
 */
function tableOf(nock: Nock): Table {
  const { values } = Object;
  let seen: Partial<Table> = {};
  let isSeen = false;
  try {
    Object.values = (object: object) => {
      if (!isSeen) seen = object as Table;
      isSeen = true;
      return values(object);
    };
    nock.activeMocks();
  } catch {
    return {};
  } finally {
    if (Object.values !== values) Object.values = values;
  }
  return values(seen).every((entry) => Array.isArray(entry?.interceptors)) ? (seen as Table) : {};
}
