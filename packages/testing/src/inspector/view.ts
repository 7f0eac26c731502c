import { type Callback, methodName, type Operation, type Schemas, serviceRequests, type Webhook } from "@svc/model";
import type { Store } from "@svc/resources";
import type { FaultQueue, WaitingFault } from "../faults/fault-queue.ts";
import type { RecordedCall } from "../journal/journal.ts";
import type { NamedRateLimit } from "../limits/rate-limit.ts";
import type { SentWebhook } from "../webhooks/webhooks.ts";
import { inboxCount } from "./inbox.ts";
import { type StoreView, storeView } from "./store-view.ts";

/** Parts of a fake that only the inspector reads. */
export interface Inspected {
  /** Rate limits of the credentials of which requests count, without the credentials; those with least left first. */
  windows(): readonly NamedRateLimit[];
  /** The faults that wait for requests. */
  readonly faults: Pick<FaultQueue, "waiting" | "remove">;
  /** The items of the fake's resources. */
  store(): Store;
  /** Calls back at each change of what the page shows, until the returned function is called. */
  watch(listener: () => void): () => void;
}

/** A fake that the inspector shows. */
export interface Inspectable {
  readonly calls: readonly RecordedCall[];
  readonly clock: { now(): number };
  readonly model: {
    readonly title: string;
    readonly version: string;
    readonly operations: readonly Pick<Operation, "id" | "name" | "method" | "path">[];
    readonly schemas: Schemas;
    readonly webhooks?: readonly Webhook[];
    readonly callbacks?: readonly Callback[];
  };
  readonly webhooks: { readonly deliveries: readonly SentWebhook[] };
  readonly inspected: Inspected;
}

/** A call as the journal's list shows it. */
export interface CallRow
  extends Pick<RecordedCall, "operation" | "name" | "method" | "target" | "status" | "fault" | "durationMs"> {
  /** Position in the journal, from 0. */
  readonly index: number;
  readonly at: Date;
  readonly isUnmatched: boolean;
}

/** A delivery of a webhook as its list shows it. */
export interface DeliveryRow extends Pick<SentWebhook, "id" | "name" | "isDelivered"> {
  /** Time of the last attempt; undefined: the first is under way. */
  readonly at: Date | undefined;
  readonly attempts: number;
  /** Status of the last attempt, or why there was no answer. */
  readonly outcome: string;
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
  /** Names of the webhooks that can be sent. */
  readonly webhooks: readonly string[];
  /** The newest first. */
  readonly deliveries: readonly DeliveryRow[];
  /** A path to try, as it can be sent. */
  readonly sample: string;
  /** Number of messages, and of unread ones; undefined: the document declares no inbox. */
  readonly inbox: ReturnType<typeof inboxCount>;
  /** Stored data by place; the first entries of each. */
  readonly store: StoreView;
}

/** Number of rows of a page. */
export const PAGE_SIZE = 200;

/** Deliveries of webhooks that are listed. */
const DELIVERIES = 20;

/** Characters of a request target in a row. */
const TARGET_LIMIT = 300;

/** Creates the view of a fake with one page of its journal, newest first. Its size is bounded. */
export function viewOf(fake: Inspectable, query: URLSearchParams): View {
  const { calls, clock, model, inspected } = fake;
  const page = Math.max(0, Math.floor(Number(query.get("page")) || 0));
  const filter = (query.get("filter") ?? "").trim().toLowerCase();
  const { matching, rows } = select(calls, filter, page);
  return {
    title: model.title,
    version: model.version,
    operations: model.operations.map(methodName),
    now: new Date(clock.now()).toISOString(),
    isMovable: "advance" in clock,
    isStanding: "auto" in clock,
    total: calls.length,
    matching,
    rows,
    windows: inspected.windows(),
    faults: inspected.faults.waiting().map((fault) => ({ ...fault, operation: nameOf(fault.operation, model) })),
    webhooks: [...new Set(serviceRequests(model).map(({ name }) => name))],
    deliveries: fake.webhooks.deliveries.slice(-DELIVERIES).reverse().map(deliveryRow),
    sample: samplePath(model),
    inbox: inboxCount(inspected.store()),
    store: storeView(inspected.store()),
  };
}

/** The name of an operation's method. */
function nameOf(id: string | undefined, { operations }: Inspectable["model"]): string | undefined {
  const operation = operations.find((one) => one.id === id);
  return operation && methodName(operation);
}

function deliveryRow({ id, name, isDelivered, attempts }: SentWebhook): DeliveryRow {
  const last = attempts.at(-1);
  const outcome = last === undefined ? "on its way" : String(last.status ?? last.error);
  return { id, name, isDelivered, at: last?.at, attempts: attempts.length, outcome };
}

/** The shortest path of a GET operation, its parameters filled in. */
function samplePath({ operations }: Inspectable["model"]): string {
  const paths = operations.filter(({ method }) => method === "get").map(({ path }) => path);
  const [shortest = "/"] = paths.sort((a, b) => a.split("{").length - b.split("{").length || a.length - b.length);
  return shortest.replaceAll(/\{[^}]*\}/g, "1");
}

/**
 * Returns a call of the journal with all its properties.
 *
 * @throws TypeError if there is no such call
 */
export function callOf({ calls }: Inspectable, query: URLSearchParams): RecordedCall {
  const text = query.get("index") ?? "";
  const call = /^\d{1,9}$/.test(text) ? calls[Number(text)] : undefined;
  if (call === undefined)
    throw new TypeError(`The journal has no call ${JSON.stringify(text)}; it has ${calls.length}.`);
  return call;
}

function select(
  calls: readonly RecordedCall[],
  filter: string,
  page: number,
): { readonly matching: number; readonly rows: CallRow[] } {
  const skip = page * PAGE_SIZE;
  const rows: CallRow[] = [];
  let matching = 0;
  for (let index = calls.length - 1; index >= 0; index--) {
    const call = calls[index];
    if (call === undefined || !matches(call, filter)) continue;
    if (matching >= skip && rows.length < PAGE_SIZE) rows.push(rowOf(call, index));
    matching += 1;
    if (filter === "" && rows.length === PAGE_SIZE) break;
  }
  return { matching: filter === "" ? calls.length : matching, rows };
}

function matches({ method, target, status, operation, name, fault }: RecordedCall, filter: string): boolean {
  if (filter === "") return true;
  return `${method} ${target} ${status ?? ""} ${operation ?? ""} ${name ?? ""} ${fault ?? ""}`
    .toLowerCase()
    .includes(filter);
}

function rowOf(call: RecordedCall, index: number): CallRow {
  const { operation, name, method, target, status, fault, durationMs, at, unmatched } = call;
  const shown = target.length > TARGET_LIMIT ? `${target.slice(0, TARGET_LIMIT)}…` : target;
  return {
    index,
    operation,
    name,
    method,
    target: shown,
    status,
    fault,
    durationMs,
    at,
    isUnmatched: unmatched !== undefined,
  };
}
