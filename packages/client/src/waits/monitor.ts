import { valueAt } from "../runtime/pagination-step.ts";
import type { OperationRow } from "../table.ts";
import type { Poll } from "./poller.ts";
import type { Verdict } from "./wait.ts";
import { judgeByWaiter } from "./with-waiters.ts";

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
