import type { ClientRequest } from "node:http";
import { builtin } from "./builtin.ts";
import type { Gate } from "./gate.ts";

/** Node.js 22.12 and later publish each request of `node:http` there before it is sent. */
const CHANNEL = "http.client.request.created";

/** Asks the gate about every request of `node:http`; one that it refuses fails with the gate's error. */
export function watchHttp(gate: Gate): () => void {
  const { subscribe, unsubscribe } = builtin("node:diagnostics_channel");
  const listener = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    try {
      gate({ origin: originOf(request), method: request.method, path: request.path });
    } catch (error) {
      request.destroy(error as Error);
    }
  };
  subscribe(CHANNEL, listener);
  return () => void unsubscribe(CHANNEL, listener);
}

function originOf(request: ClientRequest): string {
  const address = `${request.protocol}//${String(request.getHeader("host") ?? request.host)}`;
  return URL.canParse(address) ? new URL(address).origin : address;
}
