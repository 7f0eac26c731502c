import { builtin } from "./builtin.ts";
import { divertDispatchers, restoreDispatchers } from "./dispatchers.ts";
import { isIsolated, refusal } from "./isolate.ts";
import { leaveNock, type Nock } from "./load-nock.ts";
import { originOf } from "./origins.ts";
import { watchHttp } from "./watch-http.ts";

/** A request that is about to be sent. */
export interface Outgoing {
  /** `https://svc.example.com`, with the port where it is not the usual one. */
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

/** Which way a request goes: to a fake, through nock all the same, or past it. */
export type Way = "fake" | "nock" | "past";

/**
 * Says which way a request goes.
 *
 * @throws Error where nock would let it through to the network, though it must not go there
 */
export type Gate = (request: Outgoing) => Way;

interface Guards {
  readonly diverted: ReturnType<typeof divertDispatchers>;
  readonly unwatch: () => void;
}

let guards: Guards | undefined;
let users = 0;

/** Keeps the gate closed for requests that nock would not see, until the returned function is called. */
export function closeGate(nock: Nock): () => void {
  const gate = gateOf(nock);
  try {
    // Somebody may have set another dispatcher since the last time.
    const diverted = divertDispatchers(gate, guards?.diverted);
    guards = { diverted, unwatch: guards?.unwatch ?? watchHttp(gate) };
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

function gateOf(nock: Nock): Gate {
  return (request) => {
    const origin = originOf(request.origin);
    if (origin === undefined && !isIsolated()) return "past";
    if (!nock.isActive()) {
      throw new Error(
        `A request to ${request.origin} was refused: nock was switched off (nock.restore()) while fake.intercept() lasts.`,
      );
    }
    origin?.ensure();
    // nock's parser takes requests of other methods for no HTTP, and lets them through.
    if (!builtin("node:http").METHODS.includes(request.method)) throw origin?.stray(request) ?? refusal(request);
    return origin === undefined ? "nock" : "fake";
  };
}
