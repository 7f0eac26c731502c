import type { AsyncLocalStorage } from "node:async_hooks";
import { builtin } from "../../builtin.ts";
import { connectionReset } from "../request-failure.ts";

/** A request that is about to be sent. */
export interface OutgoingRequest {
  /** `https://svc.example.com`, with the port if it is not the default one. */
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

/** Where a request is sent: to a fake (through nock), through nock only, or past nock. */
export type Route = "fake" | "nock" | "bypass";

/**
 * Decides where a request is sent.
 *
 * @throws Error for a request that nock would let through to the network, though it must not be sent
 */
export type RouteRequest = (request: OutgoingRequest) => Route;

/** The origin of an address; the address itself if it is not a URL. */
export function toOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** A request of undici (native fetch) that is sent through nock. */
export interface Exchange {
  readonly origin: string;
  /** Whether a fake intercepted its origin when it was sent. */
  readonly isForFake: boolean;
  /** Set if the fake resets the connection in the middle of the response. */
  isReset: boolean;
  /** Called when the fake has received the whole request. */
  onReceived?: () => void;
}

let storage: AsyncLocalStorage<Exchange> | undefined;

/** The exchange in whose asynchronous context the caller runs. */
export function currentExchange(): Exchange | undefined {
  return storage?.getStore();
}

/** Sends a request in an asynchronous context of its own, so that the code which answers it finds the exchange. */
export function runExchange<Result>(exchange: Exchange, send: () => Result): Result {
  storage ??= new (builtin("node:async_hooks").AsyncLocalStorage)<Exchange>();
  return storage.run(exchange, send);
}

type Callback = (...values: unknown[]) => unknown;

/**
 * undici's handler of a request, which gets an ECONNRESET where the fake resets the connection: nock can only end a
 * connection in order, which undici reports as a body that is too short.
 */
export function reportingResets<Handler extends object>(handler: Handler, exchange: Exchange): Handler {
  const toReported = (error: unknown): unknown => (exchange.isReset && isClosed(error) ? connectionReset() : error);
  return new Proxy(handler, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const callback = value.bind(target) as Callback;
      // The interfaces of undici 5 to 7, and of 8.
      if (key === "onError") return (error: unknown) => callback(toReported(error));
      if (key === "onResponseError")
        return (controller: unknown, error: unknown) => callback(controller, toReported(error));
      return callback;
    },
  });
}

function isClosed(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === "UND_ERR_SOCKET";
}
