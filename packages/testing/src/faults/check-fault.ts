import { FAULT_KINDS, type FaultOptions } from "./fault.ts";

const RESETS: readonly unknown[] = [true, "before", "during", "after", "body"];
const WAITS = ["latencyMs", "jitterMs", "slowBodyMs"] as const;
const NAMES: readonly string[] = [...FAULT_KINDS, ...WAITS, "operation", "times", "probability", "body", "headers"];

/**
 * Refuses a fault that cannot happen.
 *
 * @throws TypeError that says what, and what there is instead
 */
export function checkFault(options: FaultOptions, operationIds: ReadonlySet<string>): void {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) refuse(`"${unknown}" is no option; there are ${NAMES.join(", ")}.`);
  const kinds = FAULT_KINDS.filter((kind) => options[kind] !== undefined);
  if (kinds.length > 1) refuse(`${kinds.join(" and ")} cannot happen at once; set up one fault each.`);
  if (kinds.length === 0 && options.latencyMs === undefined && options.slowBodyMs === undefined) {
    refuse(`say what fails: one of ${FAULT_KINDS.join(", ")}, latencyMs, slowBodyMs.`);
  }
  checkValues(options, operationIds);
}

function checkValues(options: FaultOptions, operationIds: ReadonlySet<string>): void {
  const { operation, times = 1, status, probability = 1, reset, body, headers } = options;
  if (operation !== undefined && !operationIds.has(operation)) {
    refuse(`no operation "${operation}"; there are ${[...operationIds].slice(0, 20).join(", ")}.`);
  }
  if (!(times >= 1)) refuse(`times: expected a number from 1, got ${times}.`);
  if (!(probability >= 0 && probability <= 1)) refuse(`probability: expected 0 to 1, got ${probability}.`);
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    refuse(`status: expected 200 to 599, got ${status}.`);
  }
  if (status === undefined && (body !== undefined || headers !== undefined)) refuse("body and headers need a status.");
  if (reset !== undefined && !RESETS.includes(reset)) refuse(`reset: expected ${RESETS.join(", ")}, got ${reset}.`);
  for (const name of WAITS) {
    const ms = options[name];
    if (ms !== undefined && !(ms >= 0 && ms < Number.POSITIVE_INFINITY))
      refuse(`${name}: expected milliseconds, got ${ms}.`);
  }
}

function refuse(reason: string): never {
  throw new TypeError(`fake.fail: ${reason}`);
}
