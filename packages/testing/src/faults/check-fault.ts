import { unknownName } from "@svc/model/data";
import { shown } from "../fake/options.ts";
import { FAULT_KINDS, type FaultOptions, isUploadFault } from "./fault.ts";
import { faultBody } from "./fault-response.ts";

const RESETS: readonly unknown[] = [true, "before", "during", "after", "body"];
const WAITS = ["latencyMs", "jitterMs", "slowBodyMs", "slowUploadMs"] as const;
const COUNTS = FAULT_KINDS.filter((name) => /After(?:Items|Bytes)$/.test(name)) as readonly Count[];
type Count = Extract<keyof FaultOptions, `${string}After${"Items" | "Bytes"}`>;
/** Options that a fault of an upload can have: the answer is one of its own, or the regular one. */
const OF_UPLOADS = [
  "resetUploadAfterBytes",
  "refuseUploadAfterBytes",
  "slowUploadMs",
  "operation",
  "times",
  "probability",
];
const NAMES: readonly string[] = [...FAULT_KINDS, ...WAITS, "operation", "times", "probability", "body", "headers"];

/**
 * Checks the options of a fault.
 *
 * @throws TypeError for options that are invalid or contradict each other
 */
export function checkFault(options: FaultOptions): void {
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

function checkValues(options: FaultOptions): void {
  const { times = 1, status, probability = 1, reset, body, headers } = options;
  // Tests are often plain JavaScript, where a text would be compared as a number.
  if (!(typeof times === "number" && times >= 1))
    throwInvalidFault(`times: expected a number from 1, got ${shown(times)}.`);
  if (!(Number.isFinite(probability) && probability >= 0 && probability <= 1))
    throwInvalidFault(`probability: expected 0 to 1, got ${shown(probability)}.`);
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throwInvalidFault(`status: expected 200 to 599, got ${shown(status)}.`);
  }
  if (status === undefined && (body !== undefined || headers !== undefined))
    throwInvalidFault("body and headers need a status.");
  if (reset !== undefined && !RESETS.includes(reset))
    throwInvalidFault(`reset: expected ${RESETS.join(", ")}, got ${shown(reset)}.`);
  for (const name of COUNTS) {
    const count = options[name];
    if (count !== undefined && !(Number.isInteger(count) && count >= 0))
      throwInvalidFault(`${name}: expected a number from 0, got ${shown(count)}.`);
  }
  for (const name of WAITS) {
    const ms = options[name];
    if (ms !== undefined && !(Number.isFinite(ms) && ms >= 0))
      throwInvalidFault(`${name}: expected milliseconds, got ${shown(ms)}.`);
  }
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
