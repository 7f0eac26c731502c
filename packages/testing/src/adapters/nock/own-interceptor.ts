import type { Nock } from "./load-nock.ts";
import { type Interceptor, tableOf } from "./nock-table.ts";
import type { Reply } from "./reply.ts";

/** The one interceptor that stands for all fakes of an origin. */
export interface OwnInterceptor {
  /** False once somebody has removed all interceptors of nock. */
  readonly isAlive: () => boolean;
  /** Takes it away, and with it whatever nock has learnt of the origin through it. */
  readonly release: () => void;
}

/**
 * Has nock ask for the answer to every request to an origin that no interceptor of the test's own matches, wholly: by its
 * method, path, query, headers and body, whenever it was set up.
 */
export function addInterceptor(
  nock: Nock,
  origin: string,
  answer: (request: Request) => Promise<Reply>,
): OwnInterceptor {
  const known = new Set(Object.keys(tableOf(nock) ?? {}));
  const scope = nock(origin).persist();
  // Whether the fake is asked is no concern of a test that asks nock whether all of its own were.
  const own = scope.intercept("*", "GET").optionally();
  own.matchOrigin = () => true;
  own.match = (request, body) => (isTaken(beside(), own, request, body) ? ["an interceptor of the test matches"] : []);
  // One parameter exactly: nock counts them, and takes a second one for a callback.
  own.reply(((request: Request) => answer(request)) as never);
  const place = placeOf(nock, own);
  const beside = (): readonly Interceptor[] => place?.interceptors ?? [];
  return {
    isAlive: () => scope.activeMocks().length > 0,
    release() {
      nock.removeInterceptor(own);
      if (place === undefined) letGo(nock, origin);
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

/** Those before it had their turn already. */
function isTaken(all: readonly Interceptor[], own: Interceptor, request: Request, body: string): boolean {
  return all.slice(all.indexOf(own) + 1).some((one) => one.match(request, body).length === 0);
}

function forget(nock: Nock, { key, interceptors }: Place): void {
  const table = tableOf(nock);
  if (table?.[key]?.interceptors === interceptors) delete table[key];
}

/**
 * Where the table cannot be seen: only an origin that allows unmocked requests lets them through to the network. That is
 * remembered by origin, and outranks `disableNetConnect` there.
 */
function letGo(nock: Nock, origin: string): void {
  const interceptor = nock(origin, { allowUnmocked: true }).get("/");
  interceptor.reply(200);
  nock.removeInterceptor(interceptor);
}
