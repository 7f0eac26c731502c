/** Cookies by name, read as Starlette does: split at `;`, the last of a repeated name counts, quotes are taken off. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  if (header === undefined) return cookies;
  for (const chunk of header.split(";")) {
    const equals = chunk.indexOf("=");
    const name = (equals === -1 ? "" : chunk.slice(0, equals)).trim();
    const value = (equals === -1 ? chunk : chunk.slice(equals + 1)).trim();
    if (name !== "" || value !== "") cookies.set(name, unquote(value));
  }
  return cookies;
}

/** Takes off quotes and their escapes, octal ones included, as Python's `http.cookies` does. */
function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value
    .slice(1, -1)
    .replace(/\\(?:([0-3][0-7][0-7])|(.))/gs, (_, octal: string | undefined, other: string) =>
      octal === undefined ? other : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}
