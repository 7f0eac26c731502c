import type { Addition, AdditionContext, CallMethod, CallOptions, Close, OpenEnds } from "../call/call.ts";
import { AbortedError } from "../errors/errors.ts";
import type { OperationRow } from "../table.ts";

/** The methods of operations, and how to close what they have begun. */
export interface Methods {
  readonly methods: ReadonlyMap<string, CallMethod>;
  readonly close: Close;
}

/** Makes the method of every row, with all additions. */
export function createMethods(
  {
    session,
    operations,
    close,
  }: Pick<AdditionContext, "session" | "operations"> & { readonly close: () => Promise<void> },
  make: (row: OperationRow) => CallMethod,
  additions: readonly Addition[] = [],
): Methods {
  const methods = new Map<string, CallMethod>();
  const open: OpenEnds = new Set();
  let closing: Close = () => close();
  const wrapClose: AdditionContext["wrapClose"] = (wrap) => {
    closing = wrap(closing);
  };
  const steps = additions.map((add) => add({ session, operations, methods, open, wrapClose }));
  for (const row of operations)
    methods.set(
      row.name,
      steps.reduce((method, step) => step(row, method), make(row)),
    );
  return {
    methods,
    close(options) {
      for (const end of open) end(new AbortedError("the client is closed"));
      return closing(options);
    },
  };
}

/** Adds methods to `root` by their dotted names. A method may have methods below it. */
export function growMethods(root: object, methods: ReadonlyMap<string, CallMethod>): void {
  // By length, so that a method comes before the methods below it.
  for (const [name, method] of [...methods].sort((a, b) => a[0].length - b[0].length)) {
    const nouns = name.split(".");
    const verb = nouns.pop() as string;
    let node = root;
    for (const noun of nouns) {
      if (!Object.hasOwn(node, noun) || Object(node[noun as never]) !== node[noun as never]) define(node, noun, {});
      node = node[noun as never];
    }
    define(node, verb, method);
  }
}

/** Defines an own property, also for names such as `constructor`, or `length` of a function. */
function define(node: object, name: string, value: unknown): void {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true });
}

export function methodAt(
  client: object,
  name: string,
): readonly [owner: { readonly [verb: string]: unknown }, verb: string] {
  const nouns = name.split(".");
  const verb = nouns.pop() as string;
  return [nouns.reduce((node, noun) => node[noun as never], client) as never, verb];
}

/** Number of a method's arguments before its options. */
export function argumentCount({ path, body, params }: OperationRow): number {
  const names = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name));
  return names.size + (body ? 1 : 0) + (params ? 1 : 0);
}

/** A method that is called with its arguments before the options, and these. */
export function withOptions<Result>(
  row: OperationRow,
  call: (values: unknown[], options: CallOptions) => Result,
): (...args: unknown[]) => Result {
  const at = argumentCount(row);
  return (...args) =>
    call(
      Array.from({ length: at }, (_, index) => args[index]),
      (args[at] ?? {}) as CallOptions,
    );
}
