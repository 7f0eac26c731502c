import type { FaultOptions, RecordedCall } from "@svc/testing";

/** A fault that waits for requests. */
export interface ListedFault {
  readonly id: number;
  readonly options: FaultOptions;
  /** Requests that it will still break. */
  left: number;
  remove(): void;
}

/** The faults that were put in by hand or by code, as far as they are not used up. */
export interface FaultList {
  readonly all: readonly ListedFault[];
  add(options: FaultOptions): () => void;
  /** Counts a fault that a request has met. */
  met(call: RecordedCall): void;
  clear(): void;
}

type Fail = (options: FaultOptions) => () => void;

/** The fake does not show its faults: what goes in is written down, what the journal names is crossed out. */
export function createFaultList(fail: Fail): FaultList {
  const all: ListedFault[] = [];
  let added = 0;
  const drop = (fault: ListedFault): void => {
    const index = all.indexOf(fault);
    if (index !== -1) all.splice(index, 1);
  };
  return {
    all,
    add(options) {
      const undo = fail(options);
      added += 1;
      const fault: ListedFault = {
        id: added,
        options,
        left: options.times ?? 1,
        remove() {
          undo();
          drop(fault);
        },
      };
      all.push(fault);
      return fault.remove;
    },
    met(call) {
      const fault = all.find(
        ({ options }) =>
          kindOf(options) === call.fault && (options.operation === undefined || options.operation === call.operation),
      );
      if (fault === undefined) return;
      fault.left -= 1;
      if (fault.left <= 0) drop(fault);
    },
    clear() {
      for (const fault of [...all]) fault.remove();
    },
  };
}

const KINDS = [
  "status",
  "timeout",
  "truncate",
  "malformed",
  "contentType",
  "rateLimited",
  "dropAfterItems",
  "dropAfterBytes",
  "stallAfterItems",
  "garbageAfterItems",
  "wrongIdAfterItems",
] as const;

/** A fault's kind as the journal names it. */
function kindOf(fault: FaultOptions): string {
  if (fault.reset !== undefined) return `reset-${fault.reset === true ? "before" : fault.reset}`;
  const kind = KINDS.find((name) => fault[name] !== undefined);
  return kind ?? (fault.latencyMs === undefined ? "slow-body" : "latency");
}
