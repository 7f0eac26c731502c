import { fillPath, methodName, type Operation } from "@svc/model/data";
import type { Store } from "@svc/resources";
import type { FaultQueue, WaitingFault } from "../faults/fault-queue.ts";
import type { RecordedCall } from "../journal/journal.ts";
import type { NamedRateLimit } from "../limits/rate-limit.ts";
import { type StoreView, storeView } from "./store-view.ts";

/** Parts of a fake that only the console and its endpoints read. */
export interface Internals {
  /** Rate limits of the credentials of which requests count, without the credentials; those with least left first. */
  windows(): readonly NamedRateLimit[];
  /** The faults that wait for requests. */
  readonly faults: Pick<FaultQueue, "waiting" | "remove">;
  /** The items of the fake's resources. */
  store(): Store;
  /** Calls back at each change of what the console shows, until the returned function is called. */
  watch(listener: () => void): () => void;
}

/** A fake that the console shows. */
export interface Viewable {
  readonly calls: readonly RecordedCall[];
  readonly clock: { now(): number };
  readonly model: {
    readonly title: string;
    readonly version: string;
    readonly operations: readonly Pick<Operation, "id" | "name" | "method" | "path">[];
  };
  readonly internals: Internals;
}

/** A call as the list of calls shows it. */
export interface CallRow extends Pick<RecordedCall, "name" | "method" | "target" | "status" | "fault" | "durationMs"> {
  /** Position in the journal, from 0. */
  readonly index: number;
  /** ISO 8601, on the fake's clock. */
  readonly at: string;
}

/** Body of `GET /__fake/view`. */
export interface View {
  readonly title: string;
  readonly version: string;
  /** Names of methods. */
  readonly operations: readonly string[];
  /** ISO 8601, on the fake's clock. */
  readonly now: string;
  readonly isMovable: boolean;
  /** Whether the clock stands still until it is advanced. */
  readonly isStanding: boolean;
  /** Calls in the journal. */
  readonly total: number;
  /** Calls that match the filter. */
  readonly matching: number;
  /** Newest first. */
  readonly rows: readonly CallRow[];
  readonly windows: readonly NamedRateLimit[];
  readonly faults: readonly WaitingFault[];
  /** A path to try, as it can be sent. */
  readonly sample: string;
  /** Stored data by place; the first entries of each. */
  readonly store: StoreView;
}

/** Most rows of a view. */
const MOST_ROWS = 2000;

/** Characters of a request target in a row. */
const TARGET_LIMIT = 300;

/** Creates the view of a fake, with the newest calls that match a filter. Its size is bounded. */
export function viewOf({ calls, clock, model, internals }: Viewable, query: URLSearchParams): View {
  const count = Math.min(MOST_ROWS, Math.max(1, Math.floor(Number(query.get("count")) || 100)));
  const words = (query.get("filter") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return {
    title: model.title,
    version: model.version,
    operations: model.operations.map(methodName),
    now: new Date(clock.now()).toISOString(),
    isMovable: "advance" in clock,
    isStanding: "auto" in clock,
    total: calls.length,
    ...select(calls, words, count),
    windows: internals.windows(),
    faults: internals.faults.waiting().map((fault) => ({ ...fault, operation: nameOf(fault.operation, model) })),
    sample: samplePath(model),
    store: storeView(internals.store()),
  };
}

/** The name of an operation's method. */
function nameOf(id: string | undefined, { operations }: Viewable["model"]): string | undefined {
  const operation = operations.find((one) => one.id === id);
  return operation && methodName(operation);
}

/** The shortest path of a GET operation, its parameters filled in. */
function samplePath({ operations }: Viewable["model"]): string {
  const paths = operations.filter(({ method }) => method === "get").map(({ path }) => path);
  const [shortest = "/"] = paths.sort((a, b) => a.split("{").length - b.split("{").length || a.length - b.length);
  return fillPath(shortest, () => "1");
}

/** A call of the journal with all its properties. @throws TypeError if there is no such call */
export function callOf({ calls }: Viewable, query: URLSearchParams): RecordedCall {
  const text = query.get("index") ?? "";
  const call = /^\d{1,9}$/.test(text) ? calls[Number(text)] : undefined;
  if (call === undefined)
    throw new TypeError(`The journal has no call ${JSON.stringify(text)}; it has ${calls.length}.`);
  return call;
}

function select(
  calls: readonly RecordedCall[],
  words: readonly string[],
  count: number,
): { readonly matching: number; readonly rows: CallRow[] } {
  const rows: CallRow[] = [];
  let matching = 0;
  for (let index = calls.length - 1; index >= 0; index--) {
    const call = calls[index];
    if (call === undefined || !matches(call, words)) continue;
    if (rows.length < count) rows.push(rowOf(call, index));
    matching += 1;
    if (words.length === 0 && rows.length === count) break;
  }
  return { matching: words.length === 0 ? calls.length : matching, rows };
}

/** Whether a call has all words of a filter. */
function matches({ method, target, status, name, fault }: RecordedCall, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${method} ${target} ${status ?? ""} ${name ?? ""} ${fault ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function rowOf({ name, method, target, status, fault, durationMs, at }: RecordedCall, index: number): CallRow {
  const shown = target.length > TARGET_LIMIT ? `${target.slice(0, TARGET_LIMIT)}…` : target;
  return { index, name, method, target: shown, status, fault, durationMs, at: at.toISOString() };
}
