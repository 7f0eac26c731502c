import { attentionOf } from "../../clock/attention.ts";
import type { Exchange } from "./exchange.ts";
import { originOf } from "./origins.ts";

/**
 * Sends a request with a body, and has clocks that move by themselves wait until it has arrived: the body may have to be
 * read from somewhere first. Of one that fails on its way they get tired.
 *
 * @throws what `send` throws
 */
export function attendUpload(exchange: Exchange, send: () => boolean): boolean {
  const arrival = new Promise<void>((resolve) => {
    exchange.arrived = resolve;
  });
  let sent: () => boolean = send;
  const upload = (): Promise<void> => {
    sent = settled(send);
    return arrival;
  };
  const clocks = originOf(exchange.origin)?.clocks() ?? [];
  // Begins at once: what a clock attends to is not put off.
  void clocks.reduce<() => unknown>((work, clock) => () => attentionOf(clock)(work), upload)();
  return sent();
}

/** Runs it now; returns what gives its result, or throws its error. */
function settled<Result>(run: () => Result): () => Result {
  try {
    const result = run();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
