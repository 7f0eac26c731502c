import { asArray, asObject, get } from "../../build/raw.ts";
import type { CheckContext } from "../check/context.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import { isToken } from "../text.ts";
import { checkFields, type Fields, isName, listOf, POINTER, type Rule, TEXT } from "./check-fields.ts";

const SCALAR: Rule = [(value) => value === null || ["string", "number", "boolean"].includes(typeof value), "a value"];
const STATUS: Rule = [
  (value) => typeof value === "number" && Number.isInteger(value) && value >= 100 && value < 600,
  "a status",
];
const MILLISECONDS: Rule = [
  (value) => typeof value === "number" && value > 0 && value < 2 ** 31,
  "a number of milliseconds above 0 and below 2^31",
];
const STATES = listOf(SCALAR, "a list of states, each a text, a number, true, false or null");
const STATUSES = listOf(STATUS, "a list of HTTP statuses such as [404]");

const WAITER: Fields = {
  rules: {
    name: [isName, "a name such as untilActive"],
    pointer: POINTER,
    success: STATES,
    failure: STATES,
    successStatus: STATUSES,
    failureStatus: STATUSES,
    intervalMs: MILLISECONDS,
    maxIntervalMs: MILLISECONDS,
    timeoutMs: MILLISECONDS,
  },
  required: ["name"],
  whole({ pointer, success, failure, successStatus }) {
    if (success === undefined && successStatus === undefined)
      return "waits for nothing; add success, a list of states, or successStatus";
    const hasStates = success !== undefined || failure !== undefined;
    if (hasStates && pointer === undefined)
      return 'has states and no "pointer" to where they stand in the body; add it';
    return asArray(failure).some((state) => asArray(success).includes(state))
      ? "has a state that is both success and failure; remove it from one"
      : undefined;
  },
};

const IDEMPOTENCY: Fields = {
  rules: {
    header: [(value) => typeof value === "string" && isToken(value), "the name of a header such as Idempotency-Key"],
  },
  required: ["header"],
};

const LIFECYCLE: Fields = { rules: { end: TEXT, id: POINTER, ended: STATUSES }, required: ["end", "id"] };

/** `x-svc-waiter`, one or a list of them with names of their own, `x-svc-lifecycle` and `x-svc-idempotency` of an operation. */
export function checkWaiterExtensions(operation: unknown, pointer: string, context: CheckContext): void {
  checkWaiters(get(operation, "x-svc-waiter"), childPointer(pointer, "x-svc-waiter"), context);
  const lifecycle = get(operation, "x-svc-lifecycle");
  if (lifecycle !== undefined) checkFields(lifecycle, childPointer(pointer, "x-svc-lifecycle"), LIFECYCLE, context);
  const key = get(operation, "x-svc-idempotency");
  if (key !== undefined) checkFields(key, childPointer(pointer, "x-svc-idempotency"), IDEMPOTENCY, context);
}

function checkWaiters(declared: unknown, at: string, context: CheckContext): void {
  if (declared === undefined) return;
  if (!Array.isArray(declared)) return void checkFields(declared, at, WAITER, context);
  const names = new Set<unknown>();
  for (const [index, waiter] of declared.entries()) {
    const place = childPointer(at, index);
    checkFields(waiter, place, WAITER, context);
    const { name } = asObject(waiter);
    if (names.has(name)) context.refuse(childPointer(place, "name"), `is ${show(name)} once more; choose another name`);
    names.add(name);
  }
}
