import { unknownName } from "@svc/model/data";
import { builtin } from "../../builtin.ts";
import type { FakeBackend } from "../backend.ts";
import {
  divertDispatchers,
  listenTo,
  RELEASE_SOCKETS,
  type RequestMessage,
  restoreDispatchers,
} from "./dispatchers.ts";
import { leaveNock, loadNock, type Nock, refuseOther } from "./nock-module.ts";
import { claimOrigins, enterContext, leaveContext, originOf } from "./origins.ts";
import { currentExchange, type OutgoingRequest, type RouteRequest, toOrigin } from "./reply.ts";

/** Ends an interception. `using` calls it at the end of the block, even if the test fails. */
export interface Interception {
  /** Ends the interception. */
  (): void;
  /** Ends the interception, for `using`. */
  [Symbol.dispose](): void;
}

/** Options of `fake.intercept()`. */
export interface InterceptOptions {
  /**
   * Hosts to which requests go out, such as `"api.example.com"` or `"*"`: any. Loopback is open. A request to another host fails,
   * unless the test has an interceptor of nock for it. @default []
   */
  readonly allow?: readonly string[];
  /** Whether loopback is closed, too. @default false */
  readonly isolate?: boolean;
}

/**
 * Answers every request of this process to a fake's base address, and to the servers of its document, whatever sends it: native fetch, undici, `node:http`.
 * Requests to other hosts fail, loopback aside; the test's own nock interceptors are left alone. If tests run at the same time with fakes of the same
 * address, each request is answered by the fake of the test that it comes from.
 *
 * @throws TypeError for an option that does not exist, and Error if nock is missing, or cannot intercept in this process
 */
export function intercept(fake: FakeBackend, options: InterceptOptions = {}): Interception {
  const unknown = unknownName(options, ["allow", "isolate"]);
  if (unknown !== undefined) throw new TypeError(`fake.intercept: ${unknown}`);
  const nock = loadNock();
  const undo: (() => void)[] = [guardRequests(nock)];
  const undoAll = (): void => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    undo.push(claimOrigins(nock, fake));
    isolating.set(fake, options);
    undo.push(() => void isolating.delete(fake));
    rejectUnmatched(nock);
  } catch (error) {
    undoAll();
    throw error;
  }
  enterContext(fake);
  const end = (): void => {
    undoAll();
    leaveContext(fake);
    fake.rethrowErrors();
  };
  return Object.assign(end, { [Symbol.dispose]: end });
}

let guards: { readonly diverted: ReturnType<typeof divertDispatchers>; readonly unwatch: () => void } | undefined;
let users = 0;

/** Watches the requests that nock would not see, or would let through to the network, until the returned function is called. */
function guardRequests(nock: Nock): () => void {
  const route = createRouteRequest(nock);
  try {
    // Somebody may have set another dispatcher since the last time.
    const diverted = divertDispatchers(route, guards?.diverted);
    guards = { diverted, unwatch: guards?.unwatch ?? listenTo({ ...RELEASE_SOCKETS, ...routeHttp(route) }) };
  } catch (error) {
    if (users === 0) leaveNock(nock);
    throw error;
  }
  users += 1;
  return () => {
    users -= 1;
    if (users > 0 || guards === undefined) return;
    const { diverted, unwatch } = guards;
    guards = undefined;
    unwatch();
    restoreDispatchers(diverted);
    leaveNock(nock);
  };
}

function createRouteRequest(nock: Nock): RouteRequest {
  return (request) => {
    const origin = originOf(request.origin);
    if (origin === undefined && !isClosed(request.origin)) return "bypass";
    if (!nock.isActive()) {
      throw new Error(
        `A request to ${request.origin} was refused: nock was switched off (nock.restore()) while fake.intercept() lasts.`,
      );
    }
    refuseOther();
    origin?.ensureIntercepted();
    // nock's parser takes requests of other methods for no HTTP, and lets them through.
    if (!builtin("node:http").METHODS.includes(request.method)) {
      throw origin?.rejectUnmatched(request) ?? rejectIsolated(request);
    }
    return origin === undefined ? "nock" : "fake";
  };
}

/** Fakes that intercept, in the order in which they were set up, with the hosts that they leave open. */
const isolating = new Map<FakeBackend, InterceptOptions>();

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a fake that intercepts lets no request out to an origin. */
function isClosed(origin: string): boolean {
  const { hostname, host } = URL.canParse(origin) ? new URL(origin) : { hostname: "", host: "" };
  return [...isolating.values()].some(({ allow = [], isolate: isStrict = false }) => {
    const isLocal = !isStrict && LOOPBACK.test(hostname);
    return !isLocal && !allow.some((one) => one === "*" || one === host || one === hostname);
  });
}

/** Adds a request of an isolated test to the journal, and returns the error to fail it with. */
function rejectIsolated({ origin, method, path }: OutgoingRequest): Error {
  const [fake, { isolate: isStrict = false } = {}] = [...isolating].at(-1) ?? [];
  const { host } = new URL(origin);
  const why = isStrict
    ? "the test is isolated"
    : `only loopback is open. To open it: fake.intercept({ allow: [${JSON.stringify(host)}] })`;
  const reason = `A request to ${origin} was refused: ${why}. This fake serves ${fake?.baseUrl}.`;
  fake?.recordUnmatched({ method, target: path, headers: [], origin }, reason);
  return new Error(reason);
}

const watched = new WeakSet<Nock>();

/**
 * Fails the requests that nock is about to let through to the network, or to answer 501, though a fake intercepts their
 * origin or the test is isolated. nock emits `no match` before, and an error that is thrown there fails the request. nock's
 * own switch (`disableNetConnect`) is left alone: the test may have set it.
 *
 * The listener stays: requests may be under way when an interception ends.
 */
function rejectUnmatched(nock: Nock): void {
  if (watched.has(nock)) return;
  watched.add(nock);
  nock.emitter.on("no match", (request: Request) => {
    const { origin, pathname, search } = new URL(request.url);
    if (originOf(origin) !== undefined) {
      throw new Error(
        `A request to ${origin} was refused: a fake serves it, but did not receive it: nock.cleanAll() removed its interceptor, or an interceptor of the test serves the whole host.`,
      );
    }
    if (isClosed(origin)) throw rejectIsolated({ origin, method: request.method, path: pathname + search });
    const exchange = currentExchange();
    if (exchange?.isForFake && exchange.origin === origin) {
      throw new Error(`The fake of ${origin} was closed while a request was in flight.`);
    }
  });
}

/** Routes each request of `node:http`; one that must not be sent fails with the error of `route`. */
function routeHttp(route: RouteRequest) {
  return {
    // Node.js 22.12 and later publish each request here before it is sent.
    "http.client.request.created": ({ request }: RequestMessage): void => {
      try {
        const origin = toOrigin(`${request.protocol}//${String(request.getHeader("host") ?? request.host)}`);
        const routed = route({ origin, method: request.method, path: request.path });
        if (routed !== "bypass" && request.getHeader("expect") === "100-continue") {
          throw new Error(`A request to ${origin} was refused: nock would send it, because it expects 100-continue.`);
        }
      } catch (error) {
        request.destroy(error as Error);
      }
    },
  };
}
