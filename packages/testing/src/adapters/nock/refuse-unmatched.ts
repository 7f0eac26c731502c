import { presentExchange } from "./exchange.ts";
import { isIsolated, refusal } from "./isolate.ts";
import type { Nock } from "./load-nock.ts";
import { originOf } from "./origins.ts";

const watched = new WeakSet<Nock>();

/**
 * Refuses requests that nock is about to let through to the network, or to answer 501, though a fake stands for their address
 * or the test is isolated. nock reports them as `no match` before, and an error thrown there fails the request; its own
 * switch (`disableNetConnect`) belongs to the test, which may have set it.
 *
 * It stays for as long as the process: requests may be under way when an interception ends.
 */
export function refuseUnmatched(nock: Nock): void {
  if (watched.has(nock)) return;
  watched.add(nock);
  nock.emitter.on("no match", (request: Request) => {
    const { origin, pathname, search } = new URL(request.url);
    if (originOf(origin) !== undefined) {
      throw new Error(
        `A request to ${origin} was refused: a fake stands for it, but was not asked. Somebody has removed the interceptors of nock (nock.cleanAll()), or one of the test's own stands for the whole host.`,
      );
    }
    if (isIsolated()) throw refusal({ origin, method: request.method, path: pathname + search });
    const exchange = presentExchange();
    if (exchange?.isForFake && exchange.origin === origin) {
      throw new Error(`The fake of ${origin} was closed while a request was under way.`);
    }
  });
}
