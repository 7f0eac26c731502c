import type { Addition, CallMethod } from "../call/call.ts";
import { clientEffects } from "../clock.ts";
import type { Extras, OperationExtras } from "../extras.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { createMethods, type Methods } from "./method-tree.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";
import { createCalls } from "./requests.ts";

/** First argument of the functions of operations: the policies of a client, without its methods. */
export interface FunctionClient {
  /** The rate limit as known now. */
  readonly rateLimit: RateLimitSnapshot;
  /** Rejects the calls that wait, and all later ones. Resolves when the requests under way have ended. */
  close(): Promise<void>;
}

/** A method as a function of its own: the client comes first. */
export type OperationFunction<Method extends (...args: never[]) => unknown> = (
  client: FunctionClient,
  ...args: Parameters<Method>
) => ReturnType<Method>;

/** A row without the name of the method, which functions have no use for. */
export interface FunctionRow extends Omit<OperationRow, "name"> {
  /** Rows that additions need beside it: of the operation that ends what this one begins. */
  readonly beside?: readonly OperationRow[];
}

type MakeMethod = (row: FunctionRow, extras: OperationExtras, additions: readonly Addition[]) => CallMethod;

const makers: WeakMap<object, MakeMethod> = /* @__PURE__ */ new WeakMap();

/** Makes what functions of operations are called with. @throws ConfigurationError naming the invalid option */
export function createFunctions(
  table: Omit<ClientTable, "operations">,
  options: SvcClientOptions,
  extras: Extras,
): FunctionClient {
  const { session, close } = openSession({ ...table, operations: [] }, options, extras);
  const call = createCalls(session);
  const known = new Map<FunctionRow, Methods>();
  const client: FunctionClient = {
    get rateLimit() {
      return session.pacer.snapshot();
    },
    async close() {
      await Promise.all([close(), ...[...known.values()].map((methods) => methods.close())]);
    },
  };
  clientEffects.set(client, session);
  makers.set(client, (row, more, additions) => {
    const operations = [...(row.beside ?? []), { ...row, name: row.id }];
    const own =
      known.get(row) ??
      createMethods({ session, operations, close: async () => {} }, (one) => call(one, more), additions);
    known.set(row, own);
    return own.methods.get(row.id) as CallMethod;
  });
  return client;
}

/**
 * The function of one operation. Bundlers leave out those that are not imported, with their rows and `extras`.
 *
 * @throws TypeError (the function) where its first argument is none that `createFunctions` has made
 */
export function operation<Method extends (...args: never[]) => unknown>(
  row: FunctionRow,
  extras: OperationExtras = {},
  ...additions: readonly Addition[]
): OperationFunction<Method> {
  return (client, ...args) => {
    const make = makers.get(client);
    if (make === undefined) throw new TypeError(`${row.id}: the first argument must be a client for functions`);
    return make(row, extras, additions)(...args) as ReturnType<Method>;
  };
}
