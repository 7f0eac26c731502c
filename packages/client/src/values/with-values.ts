import type { Addition, CallMethod, Session, SvcPromise } from "../call/call.ts";
import { callMethod } from "../call/deliver.ts";
import { decodeText } from "../call/read-body.ts";
import { invalid } from "../checks.ts";
import { type ApiFacts, SvcApiError } from "../errors/errors.ts";
import { nameOf } from "../errors/redact.ts";
import { argumentCount } from "../runtime/method-tree.ts";
import { isEvents, rowOf } from "../streams/decode-items.ts";
import type { OperationRow } from "../table.ts";
import { BadValue, convert, type Plan, type ValuesRow, type ValuesTable } from "./convert.ts";
import { parseExact, stringifyExact, withoutExact } from "./exact-json.ts";
import { decodeLeaf, encodeFormLeaf, encodeLeaf, encodeParams } from "./leaves.ts";

/** Properties of a {@link DecodeError}. */
export interface DecodeFacts extends ApiFacts {
  readonly loc: readonly (string | number)[];
}

/**
 * Success whose body has a value that cannot be decoded: a string that is not a date where the document declares one,
 * or a number that is not an integer. The message names the place and what is expected there, never the value. `body`
 * is the response as received.
 */
export class DecodeError extends SvcApiError {
  override get name(): "DecodeError" {
    return "DecodeError";
  }
  /** Place in the body: names of members and indexes, the outermost first. */
  readonly loc: readonly (string | number)[];

  constructor(message: string, facts: DecodeFacts) {
    super(message, facts);
    this.loc = facts.loc;
  }
}

/** Plans of the operations of a session by their ids. */
type Rows = Map<string, ValuesRow>;

const rowsOf: WeakMap<Session, Rows> = /* @__PURE__ */ new WeakMap();

/** Makes methods take and give dates and integers as the plans of their operations say. `raw` gives what came. */
export function withValues(table: ValuesTable): Addition {
  return ({ session }) => {
    const rows = open(session);
    return (row, method) => {
      const plans = Object.hasOwn(table, row.id) ? table[row.id] : undefined;
      if (!plans) return method;
      rows.set(row.id, plans);
      return plans.params || (plans.body && row.body) ? encodeArguments(session, row, method, plans) : method;
    };
  };
}

function open(session: Session): Rows {
  const known = rowsOf.get(session);
  if (known) return known;
  const rows: Rows = new Map();
  rowsOf.set(session, rows);
  session.interpret = (data, call, { response, body }) => {
    const plan = planOf(rows.get(call.row?.id ?? "")?.answers, response.status);
    const text = plan && decodeText(body);
    // Empty, or text that is no JSON.
    if (!plan || text === undefined || data === undefined || data === text) return data;
    try {
      return decode(data, parseExact(text, data), plan);
    } catch (error) {
      throw toDecodeError(error, { session, operation: nameOf(call), at: "body", response, body: data });
    }
  };
  session.items = (row, response) => {
    const type = response.headers.get("content-type");
    const plan = rowOf(rows.get(row.id)?.items ?? {}, type);
    if (!plan) return undefined;
    return {
      interpret(item, text) {
        try {
          return decode(item, isEvents(type) ? exactEvent(item, text) : parseExact(text, item), plan);
        } catch (error) {
          throw toDecodeError(error, { session, operation: row.name, at: "item", response, body: item });
        }
      },
      toJson: (item) => stringifyExact(convert(item, plan, encodeLeaf)),
    };
  };
  return rows;
}

/** Decodes data by a plan; `exact` is the same data, with integers exact where a number cannot hold one. */
function decode(data: unknown, exact: unknown, plan: Plan): unknown {
  const made = convert(exact, plan, decodeLeaf);
  return exact === data ? made : withoutExact(made);
}

/** An event with the integers of its data exact. */
function exactEvent(event: unknown, text: string): unknown {
  const { data } = event as { readonly data: unknown };
  // Data that is text may look like JSON.
  const exact = data === text ? data : parseExact(text, data);
  return exact === data ? event : Object.assign({}, event, { data: exact });
}

/** The plan of a status: its own, that of its range, or that of all. */
function planOf(answers: ValuesRow["answers"] = {}, status: number): Plan | undefined {
  return answers[status] ?? answers[`${Math.floor(status / 100)}XX`] ?? answers["default"];
}

interface Failure {
  readonly session: Session;
  readonly operation: string;
  /** Name of the outermost value in the message. */
  readonly at: "body" | "item";
  readonly response: Response;
  readonly body: unknown;
}

function toDecodeError(error: unknown, { session, operation, at, response, body }: Failure): unknown {
  const isDeep = error instanceof RangeError;
  if (!isDeep && !(error instanceof BadValue)) return error;
  const { loc, expected } = isDeep ? { loc: [], expected: "a value that is not nested so deep" } : error;
  const { status, headers } = response;
  const place = [at, ...loc].join(".");
  const facts = { status, headers, body, operation, rateLimit: session.pacer.snapshot(), loc };
  return new DecodeError(`${operation}: ${status} ${place}: expected ${expected}`, facts);
}

function encodeArguments(
  session: Session,
  row: OperationRow,
  method: CallMethod,
  { body, params }: ValuesRow,
): CallMethod {
  const end = argumentCount(row);
  const at = end - (row.params ? 2 : 1);
  const isForm = /^multipart\/|urlencoded$/.test(row.body?.type ?? "");
  return (...given) => {
    const args = [...given];
    let part = "body";
    try {
      if (body && row.body && at in args) args[at] = convert(args[at], body, isForm ? encodeFormLeaf : encodeLeaf);
      part = "params";
      if (params && end - 1 in args) args[end - 1] = encodeParams(args[end - 1], params, row);
    } catch (error) {
      return rejected(session, row, part, error);
    }
    return method(...args);
  };
}

/** The call of a method with an argument that cannot be sent. */
function rejected(session: Session, row: OperationRow, part: string, cause: unknown): SvcPromise<unknown> {
  const isBad = cause instanceof BadValue;
  const name = [part, ...(isBad ? cause.loc : [])].join(".");
  const run = async (): Promise<never> => {
    throw invalid(name, isBad ? cause.expected : "a value that is not nested so deep");
  };
  return callMethod(session, { row, operation: row.id, options: {}, run });
}
