import { unknownName } from "@svc/model/data";
import { shown } from "../fake/options.ts";
import { FAULT_KINDS, type FaultOptions, faultKind, isUploadFault } from "./fault.ts";
import { faultBody } from "./fault-response.ts";

const RESETS: readonly unknown[] = [true, "before", "during", "after", "body"];
const WAITS = ["latencyMs", "jitterMs", "slowBodyMs", "slowUploadMs"] as const;
const REACH = ["operation", "times", "probability"];
/** Options that a fault of an upload can have: the answer is one of its own, or the regular one. */
const OF_UPLOADS = ["resetUploadAfterBytes", "refuseUploadAfterBytes", "slowUploadMs", ...REACH];
const NAMES: readonly string[] = [...FAULT_KINDS, ...WAITS, ...REACH, "body", "headers"];

/** @throws TypeError for options that are invalid or contradict each other */
function checkFault(options: FaultOptions): void {
  const unknown = unknownName(options, NAMES);
  if (unknown !== undefined) throwInvalidFault(unknown);
  const kinds = FAULT_KINDS.filter((kind) => options[kind] !== undefined);
  if (kinds.length > 1) throwInvalidFault(`${kinds.join(" and ")} cannot happen at once; set up one fault each.`);
  if (kinds.length === 0 && WAITS.every((name) => name === "jitterMs" || options[name] === undefined)) {
    throwInvalidFault(`say what fails: one of ${FAULT_KINDS.join(", ")}, latencyMs, slowBodyMs, slowUploadMs.`);
  }
  const other = Object.keys(options).find(
    (name) => options[name as keyof FaultOptions] !== undefined && !OF_UPLOADS.includes(name),
  );
  if (isUploadFault(options) && other !== undefined)
    throwInvalidFault(`${other} fails the response, and the rest the upload; use a fault for each.`);
  checkValues(options);
  checkSendable(options);
}

/** Allowed values of an option, in words and as a check. Tests are often plain JavaScript: a text is no number. */
type Rule = readonly [expected: string, isGood: (value: never) => boolean];

const COUNT: Rule = ["a number from 0", (value: number) => Number.isInteger(value) && value >= 0];
const WAIT: Rule = ["milliseconds", (value: number) => Number.isFinite(value) && value >= 0];

const RULES: { readonly [name: string]: Rule } = {
  times: ["a number from 1", (value: unknown) => typeof value === "number" && value >= 1],
  probability: ["0 to 1", (value: number) => Number.isFinite(value) && value >= 0 && value <= 1],
  status: ["200 to 599", (value: number) => Number.isInteger(value) && value >= 200 && value <= 599],
  reset: [RESETS.join(", "), (value: unknown) => RESETS.includes(value)],
  ...Object.fromEntries(FAULT_KINDS.filter((name) => /After(?:Items|Bytes)$/.test(name)).map((name) => [name, COUNT])),
  ...Object.fromEntries(WAITS.map((name) => [name, WAIT])),
};

function checkValues(options: FaultOptions): void {
  for (const [name, [expected, isGood]] of Object.entries(RULES)) {
    const value = options[name as keyof FaultOptions];
    if (value !== undefined && !isGood(value as never))
      throwInvalidFault(`${name}: expected ${expected}, got ${shown(value)}.`);
  }
  const { status, body, headers } = options;
  if (status === undefined && (body !== undefined || headers !== undefined))
    throwInvalidFault("body and headers need a status.");
}

/** Checks that HTTP can carry the response: otherwise it would look like another fault, or like none. */
function checkSendable({ status, body, headers = {}, contentType }: FaultOptions): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeader(name, value)) throwInvalidFault(`headers: ${JSON.stringify(name)} cannot be sent as a header.`);
    if (/^transfer-encoding$/i.test(name)) throwInvalidFault("headers: transfer-encoding is the connection's own.");
  }
  if (contentType !== undefined && !isHeader("content-type", contentType)) {
    throwInvalidFault(`contentType: ${JSON.stringify(contentType)} cannot be sent as a header.`);
  }
  if (status === undefined) return;
  if ((status === 204 || status === 205 || status === 304) && body !== undefined) {
    throwInvalidFault(`body: a response of status ${status} has none.`);
  }
  const sent = faultBody(status, body);
  if (sent === undefined) throwInvalidFault("body: expected text, bytes, or a value that JSON can carry.");
  const promised = Object.entries(headers).find(([name]) => /^content-length$/i.test(name))?.[1];
  const { length } = typeof sent.content === "string" ? new TextEncoder().encode(sent.content) : sent.content;
  if (promised !== undefined && String(promised) !== String(length)) {
    throwInvalidFault(`headers: content-length: the body has ${length} bytes; truncate sends fewer than it promises.`);
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

function throwInvalidFault(reason: string): never {
  throw new TypeError(`fake.fail: ${reason}`);
}

/** A fault that waits for requests. */
export interface WaitingFault {
  /** Number by which it is removed, unique within a fake. */
  readonly id: number;
  /** The failure: `reset-before`, `status 503`. */
  readonly kind: string;
  /** Id of its operation; undefined: it is for every request. */
  readonly operation: string | undefined;
  /** Requests that will fail; null: all from now on. */
  readonly left: number | null;
  /** No request has failed so far, and one should have: the fault has no probability. */
  readonly isUnused: boolean;
}

/** The faults that are set up, in that order. */
export type FaultQueue = ReturnType<typeof createFaultQueue>;

/** @param random numbers in [0, 1) for probabilities */
export function createFaultQueue(random: () => number) {
  const queue = new Set<{ readonly id: number; readonly options: FaultOptions; left: number; isUsed: boolean }>();
  let count = 0;
  const take = (operation: string | undefined, isUpload: boolean): FaultOptions | undefined => {
    for (const entry of queue) {
      const { options } = entry;
      if (isUploadFault(options) !== isUpload) continue;
      if (options.operation !== undefined && options.operation !== operation) continue;
      if (options.probability !== undefined && random() >= options.probability) continue;
      entry.left -= 1;
      entry.isUsed = true;
      if (entry.left <= 0) queue.delete(entry);
      return options;
    }
    return undefined;
  };
  return {
    /** Adds a fault; returns a function that removes it. @throws TypeError for options that are invalid */
    add(options: FaultOptions): () => void {
      checkFault(options);
      // A copy, so that later changes have no effect.
      count += 1;
      const entry = {
        id: count,
        options: { ...options, ...(options.headers && { headers: { ...options.headers } }) },
        left: options.times ?? 1,
        isUsed: false,
      };
      queue.add(entry);
      return () => queue.delete(entry);
    },
    /** Returns the first fault that applies to a request of an operation, and counts it. */
    take: (operation: string | undefined): FaultOptions | undefined => take(operation, false),
    /** Returns the first fault that applies to the body of a request of an operation, and counts it. */
    takeUpload: (operation: string | undefined): FaultOptions | undefined => take(operation, true),
    /** The faults that wait, in the order in which they apply. */
    waiting: (): WaitingFault[] =>
      [...queue].map(({ id, options, left, isUsed }) => ({
        id,
        kind: options.status === undefined ? faultKind(options) : `status ${options.status}`,
        operation: options.operation,
        left: Number.isFinite(left) ? left : null,
        isUnused: !isUsed && options.probability === undefined,
      })),
    /** Removes a fault by its number; returns whether there was one. */
    remove(id: number): boolean {
      const found = [...queue].find((entry) => entry.id === id);
      return found !== undefined && queue.delete(found);
    },
    get size(): number {
      return queue.size;
    },
    clear: (): void => queue.clear(),
  };
}
