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
