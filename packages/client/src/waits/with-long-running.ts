import type { Session, SvcPromise, WithResponse } from "../call/call.ts";
import { callMethod } from "../call/deliver.ts";
import { clientEffects, monotonic, noteFinisher } from "../clock.ts";
import { SvcError } from "../errors/errors.ts";
import { retryAfterMs } from "../retry/retry-decision.ts";
import { endOnClose, type OpenEnds, replaceMethod } from "../runtime/method-tree.ts";
import { valueAt } from "../runtime/pagination.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { createPoller, type Poll } from "./poller.ts";
import { POLL_PRIORITY, type Verdict, type WaiterOptions, waitFor } from "./wait.ts";
import { judgeByWaiter } from "./with-waiters.ts";

/** The promise of a call that may begin work which goes on after its response. */
export interface LongRunningPromise<T, Result> extends SvcPromise<T> {
  /**
   * Waits until the work that the call began has ended, and resolves to its result. Polls the address that the response has
   * in `Operation-Location`, `Azure-AsyncOperation` or, with 202, in `Location`. Where there is none of them the work has
   * ended with the call, whose result it is.
   *
   * @throws WaiterError where the work failed or was canceled; WaiterTimeoutError after `timeoutMs`; AbortedError for the
   * signal and for `close()`; SvcError for an address of another origin; the errors of the call
   */
  untilDone(options?: WaiterOptions<unknown>): Promise<Result>;
}

/**
 * Lets the promises of operations that begin long-running work wait for its end. A function of its own, so that only
 * documents with such operations bundle it.
 */
export function withLongRunning<Client extends object>(client: Client, table: ClientTable): Client {
  const session = clientEffects.get(client) as Session;
  const context = { session, table, open: endOnClose(client) };
  for (const row of table.operations) if (row.longRunning) wrap(client, row, context);
  noteFinisher(client, withLongRunning);
  return client;
}

interface Context {
  readonly session: Session;
  readonly table: ClientTable;
  readonly open: OpenEnds;
}

function wrap(client: object, row: OperationRow, context: Context): void {
  replaceMethod(client, row.name, (method) => (...args) => {
    const begun = method(...args);
    return Object.assign(begun, {
      untilDone: async (options: WaiterOptions = {}) => untilDone(row, await begun.withResponse(), options, context),
    });
  });
}

async function untilDone(
  row: OperationRow,
  { data: begun, response }: WithResponse<unknown>,
  options: WaiterOptions,
  context: Context,
): Promise<unknown> {
  const { session, table, open } = context;
  const { base, clock } = session;
  let next = monitorOf(response, response.url || base);
  if (!next) {
    if (response.status !== 202) return begun;
    throw new SvcError(`${row.id}: 202 without Operation-Location, Azure-AsyncOperation and Location`);
  }
  let monitor = next;
  const poll = (signal: AbortSignal): SvcPromise<unknown> => {
    monitor = next ?? monitor;
    const call = read(monitor.url, row, { ...context, signal });
    call.withResponse().then(
      (result) => {
        next = monitorOf(result.response, monitor.url);
      },
      () => {},
    );
    return call;
  };
  const notBefore = monotonic(clock) + (retryAfterMs(response.headers, clock.now()) ?? 0);
  const poller = createPoller(session, poll, { notBefore });
  const wait = {
    name: `${row.id}.untilDone`,
    operation: row.id,
    judge: (answer: Poll) => judgeMonitor(answer, monitor, operationAt(table.operations, monitor.url, base)),
    stateOf,
    goal: "the end",
  };
  const data = await waitFor({ clock, poller, open }, wait, options);
  if (!monitor.hasStatus) return data;
  const address = resultAddress(row, response, data);
  return address === undefined
    ? (valueAt(data, ["result"]) ?? data)
    : read(new URL(address, monitor.url).href, row, { ...context, signal: options.signal });
}

/** Address of the result, where the body of the monitor is not all there is of it. */
function resultAddress({ method }: OperationRow, { url, headers }: Response, monitored: unknown): string | undefined {
  const named = valueAt(monitored, ["resourceLocation"]);
  if (typeof named === "string") return named;
  if (method === "PUT" || method === "PATCH") return url || undefined;
  return (method === "POST" && headers.get("location")) || undefined;
}

interface Reading extends Context {
  readonly signal: AbortSignal | undefined;
}

/** Reads an address that the service has named, with its credential: therefore of its origin only. */
function read(url: string, begun: OperationRow, { session, table, signal }: Reading): SvcPromise<unknown> {
  const { security, id } = begun;
  const unknown = {
    id,
    method: "GET",
    path: "",
    name: "",
    untyped: true,
    empty: true,
    ...(security && { security }),
  } as const;
  const row = operationAt(table.operations, url, session.base) ?? unknown;
  return callMethod(session, {
    row,
    operation: row.id,
    options: { signal, priority: POLL_PRIORITY },
    run: async (send) => {
      const { origin } = new URL(url);
      if (origin !== new URL(session.base).origin)
        throw new SvcError(`${id}: the service names an address at ${origin}, which gets no credential`);
      return send(new Request(url, { redirect: "manual", headers: session.headers }));
    },
  });
}

/** Address that tells whether long-running work has ended. */
export interface Monitor {
  readonly url: string;
  /** Whether the `status` in its body tells, as long as there is one; else the HTTP status does: 202 until the end. */
  readonly hasStatus: boolean;
}

/**
 * The monitor that a response names; `undefined` where it names none.
 *
 * @param at address to which the header may be relative
 * @see https://github.com/microsoft/api-guidelines/blob/vNext/azure/Guidelines.md#long-running-operations--jobs
 */
export function monitorOf({ status, headers }: Response, at: string): Monitor | undefined {
  const own = headers.get("operation-location") ?? headers.get("azure-asyncoperation");
  const found = own ?? (status === 202 ? headers.get("location") : null);
  return found && URL.canParse(found, at) ? { url: new URL(found, at).href, hasStatus: own !== null } : undefined;
}

/** Whether the work has ended. The waiter `untilDone` of the operation that is polled, where it has one, goes before. */
export function judgeMonitor(poll: Poll, { hasStatus }: Monitor, operation: OperationRow | undefined): Verdict {
  const declared = operation?.waiters?.find(({ name }) => name === "untilDone");
  if (declared) return judgeByWaiter(declared, poll);
  if (poll.error !== undefined) return "pending";
  const state = hasStatus ? stateOf(poll) : undefined;
  if (typeof state !== "string") return poll.status === 202 ? "pending" : "reached";
  if (/^succeeded$/i.test(state)) return "reached";
  return /^(failed|cancell?ed)$/i.test(state) ? "failed" : "pending";
}

/** The state in the body of a monitor. */
export function stateOf({ data }: Poll): unknown {
  return valueAt(data, ["status"]);
}

/** The GET of the document that an address below `base` leads to: of several, the one with the fewest parameters. */
export function operationAt(operations: readonly OperationRow[], url: string, base: string): OperationRow | undefined {
  const [path = ""] = url.slice(base.length).split(/[?#]/, 1);
  const given = path.split("/");
  const isAt = ({ method, path: template }: OperationRow): boolean => {
    const parts = template.replace(/^\//, "").replace(/#.*/, "").split("/");
    return (
      method === "GET" &&
      parts.length === given.length &&
      parts.every((part, at) => /[{}]/.test(part) || part === given[at])
    );
  };
  const parameters = ({ path: template }: OperationRow): number => template.split("{").length;
  return url.startsWith(base) ? operations.filter(isAt).sort((a, b) => parameters(a) - parameters(b))[0] : undefined;
}
