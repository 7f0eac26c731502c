import type { ClientRequest } from "node:http";
import { builtin } from "./builtin.ts";
import type { Gate } from "./gate.ts";
import { toOrigin } from "./to-origin.ts";

/** Node.js 22.12 and later publish each request of `node:http` there before it is sent. */
const CHANNEL = "http.client.request.created";

/** Asks the gate about every request of `node:http`; one that it refuses fails with the gate's error. */
export function watchHttp(gate: Gate): () => void {
  const { subscribe, unsubscribe } = builtin("node:diagnostics_channel");
  const listener = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    try {
      const origin = originOf(request);
      const way = gate({ origin, method: request.method, path: request.path });
      if (way !== "past" && request.getHeader("expect") === "100-continue") {
        throw new Error(`A request to ${origin} was refused: nock would send it, because it expects 100-continue.`);
      }
    } catch (error) {
      request.destroy(error as Error);
    }
  };
  subscribe(CHANNEL, listener);
  return () => void unsubscribe(CHANNEL, listener);
}

function originOf(request: ClientRequest): string {
  return toOrigin(`${request.protocol}//${String(request.getHeader("host") ?? request.host)}`);
}
