import type { AsyncLocalStorage } from "node:async_hooks";
import { connectionReset } from "../network-error.ts";
import { builtin } from "./builtin.ts";

/** A request of undici (native fetch) on its way through nock. */
export interface Exchange {
  readonly origin: string;
  /** Whether a fake stood for its address when it was sent. */
  readonly isForFake: boolean;
  /** Set where the fake resets the connection in the middle of the answer. */
  isReset: boolean;
  /** Called when the request has arrived at its fake as a whole. */
  arrived?: () => void;
}

let storage: AsyncLocalStorage<Exchange> | undefined;

/** The request on whose behalf the present code runs. */
export function presentExchange(): Exchange | undefined {
  return storage?.getStore();
}

/** Sends a request as an exchange, which whoever answers it finds. */
export function runExchange<Result>(exchange: Exchange, send: () => Result): Result {
  storage ??= new (builtin("node:async_hooks").AsyncLocalStorage)<Exchange>();
  return storage.run(exchange, send);
}

type Report = (...values: unknown[]) => unknown;

/**
 * undici's handler of a request, told of a reset where there was one: nock can only close a connection in order, which
 * reads as a body that was cut off.
 */
export function tellingResets<Handler extends object>(handler: Handler, exchange: Exchange): Handler {
  const tell = (error: unknown): unknown => (exchange.isReset && isClosed(error) ? connectionReset() : error);
  return new Proxy(handler, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const report = value.bind(target) as Report;
      // The interfaces of undici 5 to 7, and of 8.
      if (key === "onError") return (error: unknown) => report(tell(error));
      if (key === "onResponseError") return (controller: unknown, error: unknown) => report(controller, tell(error));
      return report;
    },
  });
}

function isClosed(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === "UND_ERR_SOCKET";
}
