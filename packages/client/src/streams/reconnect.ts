import { ConnectionError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { errorCode } from "../policies/policy.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";
import type { Position } from "./event-parser.ts";

/** Whether a stream can continue: it has ids, and to ask once more does no harm. */
export function canContinue({ method }: OperationRow, { lastId }: Position): boolean {
  return lastId !== "" && /^(GET|HEAD|OPTIONS|QUERY)$/.test(method);
}

/** The error of a stream whose connection broke after `items` items. */
export function brokenStream(operation: string, cause: unknown, items: number): ConnectionError {
  const text = `the stream broke after ${items} items: ${wordsOf(cause)} ${errorCode(cause) ?? ""}`.trim();
  const error = fromCause(ConnectionError, { operation, sent: [] }, text, cause);
  return Object.defineProperty(error, "items", { value: items, enumerable: true });
}

/** Connections that may be lost soon before the next one waits, and the longest of these waits in milliseconds. */
const FREE = 3;
const LONGEST_MS = 5000;

/** Least delay of a reconnection, whatever the service says: one that ends each connection after an event is not hammered. */
export function leastDelay(short: number, random: number, { baseMs = 300 }: RetryOptions): number {
  return short <= FREE ? 0 : Math.min(LONGEST_MS, baseMs * 2 ** (short - FREE)) * (0.5 + random / 2);
}

/** Ids of the latest events that are remembered: a service that begins too early is noticed within these. */
const REMEMBERED = 1000;

/** Tells after a reconnection which events are new: none is given twice, and none is left out. */
export function createResume() {
  /** The latest ids, the oldest of which is overwritten next; a set of them is made when it is needed. */
  const latest: string[] = [];
  let written = 0;
  let ids: ReadonlySet<string> = new Set();
  let last: string | undefined;
  /** Events without an id that came after the last one with an id: a service that continues after it sends them again. */
  let unnamed = 0;
  /** Of these, those that are still to come again; while `isPast`, what comes lies before the last id. */
  let again = 0;
  let isPast = false;
  let isResuming = false;
  const isRepeated = (id: string | undefined): boolean => {
    if (id === undefined) return isPast || again-- > 0;
    if (!ids.has(id)) return false;
    isPast = id !== last;
    again = unnamed;
    return true;
  };
  return {
    isNew({ id }: { readonly id?: string | undefined }): boolean {
      if (isResuming && isRepeated(id)) return false;
      isResuming = false;
      if (id === undefined) unnamed++;
      else {
        last = latest[written++ % REMEMBERED] = id;
        unnamed = 0;
      }
      return true;
    },
    reconnected(): void {
      ids = new Set(latest);
      isResuming = true;
      isPast = false;
      again = unnamed;
    },
  };
}
