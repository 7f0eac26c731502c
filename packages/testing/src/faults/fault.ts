/** What goes wrong, to which requests, and how often. One kind of failure per fault; latency may come with any. */
export interface FaultOptions {
  /** Operation id. @default every operation */
  readonly operation?: string;
  /** How many requests fail. @default 1 */
  readonly times?: number;
  /** Probability that a matching request fails, 0 to 1, drawn from the fake's seed. @default 1 */
  readonly probability?: number;
  /** Answers with this status and `body`. */
  readonly status?: number;
  /** Body of that answer: text, or a value sent as JSON. @default `{"detail":"..."}` with the status' reason */
  readonly body?: unknown;
  /** Headers of that answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the connection: before the answer, after its headers, or in the middle of its body. */
  readonly reset?: true | "before" | "headers" | "body";
  /** Never answers. */
  readonly timeout?: true;
  /** Sends half of the body and breaks off. */
  readonly truncate?: true;
  /** Sends a body that claims to be JSON and is none. */
  readonly malformed?: true;
  /** Sends the right body under a wrong content type. */
  readonly contentType?: string;
  /** Refuses with 429 as if the limit were reached. */
  readonly rateLimited?: true;
  /** Waits before the answer, on the fake's clock, in milliseconds. */
  readonly latencyMs?: number;
  /** Adds up to this much to `latencyMs`, drawn from the fake's seed. */
  readonly jitterMs?: number;
}

const KINDS = ["status", "reset", "timeout", "truncate", "malformed", "contentType", "rateLimited"] as const;
const NAMES: ReadonlySet<string> = new Set([
  ...KINDS,
  "operation",
  "times",
  "probability",
  "body",
  "headers",
  "latencyMs",
  "jitterMs",
]);

/** The faults that are still to happen, in the order in which they were set up. */
export interface FaultQueue {
  add(options: FaultOptions): () => void;
  /** The fault that a request meets, which counts it. */
  take(operation: string | undefined): FaultOptions | undefined;
  readonly size: number;
  clear(): void;
}

/** @param random numbers in [0, 1) for probabilities */
export function createFaultQueue(random: () => number, operationIds: ReadonlySet<string>): FaultQueue {
  const queue = new Set<{ readonly options: FaultOptions; left: number }>();
  return {
    add(options) {
      check(options, operationIds);
      const entry = { options, left: options.times ?? 1 };
      queue.add(entry);
      return () => queue.delete(entry);
    },
    take(operation) {
      for (const entry of queue) {
        const { options } = entry;
        if (options.operation !== undefined && options.operation !== operation) continue;
        if (options.probability !== undefined && random() >= options.probability) continue;
        if (--entry.left <= 0) queue.delete(entry);
        return options;
      }
      return undefined;
    },
    get size() {
      return queue.size;
    },
    clear: () => queue.clear(),
  };
}

function check(options: FaultOptions, operationIds: ReadonlySet<string>): void {
  const unknown = Object.keys(options).find((name) => !NAMES.has(name));
  if (unknown !== undefined)
    throw new TypeError(`fake.fail: "${unknown}" is no option; there are ${[...NAMES].join(", ")}.`);
  const kinds = KINDS.filter((kind) => options[kind] !== undefined);
  if (kinds.length > 1)
    throw new TypeError(`fake.fail: ${kinds.join(" and ")} cannot happen at once; set up one fault each.`);
  if (kinds.length === 0 && options.latencyMs === undefined) {
    throw new TypeError(`fake.fail: say what fails: one of ${KINDS.join(", ")}, or latencyMs.`);
  }
  const { operation, times = 1, status } = options;
  if (operation !== undefined && !operationIds.has(operation))
    throw new TypeError(`fake.fail: no operation "${operation}".`);
  if (!(times >= 1)) throw new TypeError(`fake.fail: times: expected a number from 1, got ${times}.`);
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw new TypeError(`fake.fail: status: expected 200 to 599, got ${status}.`);
  }
}

/** How an answer is broken on its way; each adapter does it as its transport allows. */
export type Damage = "reset-before" | "reset-headers" | "reset-body" | "timeout" | "truncate";

/** A network failure of the fake: adapters turn it into what their transport shows of one. */
export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(`The fake was told to fail: ${damage}.`);
    this.damage = damage;
  }
}
