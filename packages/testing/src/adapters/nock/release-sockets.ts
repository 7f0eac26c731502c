import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { builtin } from "../../builtin.ts";

/** A socket with its handle in the runtime, which is null once it is closed. */
type Handled = Socket & { _handle?: { close(): void } | null };

const known = new WeakSet<Socket>();

/**
 * Closes the handle of a socket with the socket. nock 15 replaces what destroys a socket by a function that leaves the handle
 * open: the process would keep each socket that has carried a response, with 40 to 90 kB, until it ends.
 */
function closeHandle(socket: Handled): void {
  if (known.has(socket)) return;
  known.add(socket);
  socket.once("close", () => {
    const handle = socket._handle;
    socket._handle = null;
    handle?.close();
  });
}

/** The channels on which undici and `node:http` publish a socket, or a request that gets one. */
const CHANNELS = {
  "undici:client:connected": ({ socket }: { readonly socket: Socket }) => closeHandle(socket),
  "http.client.request.start": ({ request }: { readonly request: ClientRequest }) =>
    request.socket ? closeHandle(request.socket) : request.once("socket", closeHandle),
} as const;

/** Has the sockets that are opened until the returned function is called give back their handles when they close. */
export function releaseSockets(): () => void {
  const { subscribe, unsubscribe } = builtin("node:diagnostics_channel");
  const all = Object.entries(CHANNELS) as unknown as [string, (message: unknown) => void][];
  for (const [channel, listener] of all) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of all) unsubscribe(channel, listener);
  };
}
