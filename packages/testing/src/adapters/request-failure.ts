/** What a runtime's fetch rejects with when the connection breaks before an answer. */
export function resetBefore(note = ""): TypeError {
  return new TypeError("fetch failed", { cause: connectionReset(note) });
}

/** The error of a socket that got an RST. */
export function connectionReset(note = ""): Error {
  return Object.assign(new Error(`read ECONNRESET${note}`), { code: "ECONNRESET", errno: -104, syscall: "read" });
}

/** What reading a body fails with when the connection breaks in its middle, as undici has it. */
export function terminated(cause: Error): TypeError {
  return new TypeError("terminated", { cause });
}

/** The error of a socket that the other side closed in order. */
export function otherSideClosed(): Error {
  return Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
}

// A request follows the signal that it was made with only as long as somebody keeps it.
const kept = new WeakMap<AbortSignal, Request>();

/** The signal by which a request can be aborted, for as long as somebody listens to it. */
export function signalOf(request: Request): AbortSignal {
  kept.set(request.signal, request);
  return request.signal;
}

// Nothing else keeps a request that is never answered until it is aborted.
const waiting = new Set<() => void>();

/** The promise, or the signal's reason if that comes first; `drop` gets what comes too late. */
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
