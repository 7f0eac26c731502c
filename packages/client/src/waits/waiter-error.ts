import { SvcError, TimeoutError } from "../errors/errors.ts";

/** The last that was seen of a resource. */
export interface LastSeen {
  /** State at the declared place; `undefined` where there was none, or no response. */
  readonly state: unknown;
  /** The whole response body. */
  readonly resource: unknown;
  /** HTTP status; `undefined`: no response. */
  readonly status: number | undefined;
}

/** The resource has a state from which the one that was waited for is not reached. */
export class WaiterError<Resource = unknown> extends SvcError {
  override get name(): "WaiterError" {
    return "WaiterError";
  }
  /** The failure state; `undefined` where a status or the caller decided. */
  declare readonly state: unknown;
  /** The resource as last seen. Not enumerable: it is not printed. */
  declare readonly resource: Resource;
  /** HTTP status of the response. */
  declare readonly status: number | undefined;

  constructor(message: string, seen: LastSeen, operation?: string) {
    super(message);
    describe(this, seen, operation);
  }
}

/** `timeoutMs` passed before the state was reached. `cause` is the error of the last poll, if it failed. */
export class WaiterTimeoutError<Resource = unknown> extends TimeoutError {
  override get name(): never {
    return "WaiterTimeoutError" as never;
  }
  /** State as last seen; `undefined` if none was. */
  declare readonly state: unknown;
  /** The resource as last seen; `undefined` if it never was. Not enumerable: it is not printed. */
  declare readonly resource: Resource | undefined;
  /** HTTP status of the last response. */
  declare readonly status: number | undefined;

  constructor(
    message: string,
    seen: LastSeen,
    { operation, cause }: { operation?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    describe(this, seen, operation);
  }
}

function describe(error: SvcError, { state, resource, status }: LastSeen, operation: string | undefined): void {
  Object.defineProperty(error, "resource", { value: resource });
  for (const [name, value] of Object.entries({ state, status, operation }))
    if (value !== undefined) Object.defineProperty(error, name, { value, enumerable: true, configurable: true });
}

/** A state for a message: the document's own words are short. */
export function showState(state: unknown): string {
  const text = typeof state === "object" && state !== null ? "an object" : (JSON.stringify(state) ?? "none");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
