/** One request that the fake got, and what it answered. */
export interface RecordedCall {
  /** Operation id; undefined where no operation matched. */
  readonly operation: string | undefined;
  readonly method: string;
  /** As on the wire, query included. */
  readonly target: string;
  /** Path parameters, converted as the document says; empty where the request was refused before. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Query parameters: converted where the request was accepted, else as text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Headers by lower-case name; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body as validated; undefined where there was none. */
  readonly body: unknown;
  /** Status of the answer; undefined where there was none (connection reset, timeout). */
  readonly status: number | undefined;
  /** Why no operation matched, and which are nearest. */
  readonly unmatched: string | undefined;
  /** When it came, on the fake's clock. */
  readonly at: Date;
}

const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "x-api-key"]);

/** Headers for the journal: by lower-case name, repeats joined, credentials replaced. */
export function recordHeaders(
  headers: readonly (readonly [string, string])[],
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const shown = SECRET_HEADERS.has(key) || secretNames.has(key) ? redactCredential(value) : value;
    recorded[key] = key in recorded ? `${recorded[key]}, ${shown}` : shown;
  }
  return recorded;
}

/** The target with the values of secret query parameters replaced. */
export function recordTarget(target: string, secretNames: ReadonlySet<string>): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  if (query === undefined || secretNames.size === 0) return target;
  const parts = query.split("&").map((pair) => {
    const name = pair.split("=", 1)[0] ?? "";
    return secretNames.has(name.toLowerCase()) ? `${name}=[redacted]` : pair;
  });
  return `${path}?${parts.join("&")}`;
}

function redactCredential(value: string): string {
  const scheme = /^[A-Za-z][\w-]* (?=\S)/.exec(value)?.[0] ?? "";
  return `${scheme}[redacted]`;
}
