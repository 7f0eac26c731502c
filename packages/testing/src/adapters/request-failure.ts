/** Error of fetch if the connection is reset before the response. */
export function resetBefore(note = ""): TypeError {
  return new TypeError("fetch failed", { cause: connectionReset(note) });
}

/** Error of a socket that was reset (RST). */
export function connectionReset(note = ""): Error {
  return Object.assign(new Error(`read ECONNRESET${note}`), { code: "ECONNRESET", errno: -104, syscall: "read" });
}

/** Error of reading a body if the connection fails in its middle, as undici has it. */
export function terminated(cause: Error): TypeError {
  return new TypeError("terminated", { cause });
}

/** Error of a socket that the server has closed (FIN). */
export function otherSideClosed(): Error {
  return Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
}

// A request follows the signal of its init only until it is garbage-collected.
const kept = new WeakMap<AbortSignal, Request>();

/** The signal of a request, which works as long as it is referenced. */
export function signalOf(request: Request): AbortSignal {
  kept.set(request.signal, request);
  return request.signal;
}

// Keeps the listeners of requests that are never answered.
const waiting = new Set<() => void>();

/** Settles like the promise, or rejects with the signal's reason if that is aborted first; `drop` gets a later result. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  drop: (value: Value) => void = () => {},
): Promise<Value> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      promise.then(drop, () => {});
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  waiting.add(onAbort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    waiting.delete(onAbort);
    signal.removeEventListener("abort", onAbort);
  }
}
