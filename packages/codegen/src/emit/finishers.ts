import type { Model } from "@svc/model";
import { type Code, identifier, str, ts } from "../quote/index.ts";
import { pageOf } from "./pages.ts";
import { streamsOf } from "./streams.ts";
import type { Target } from "./target.ts";

/** Function of the runtime that adds to the methods of a client what only some documents need. */
interface Finisher {
  readonly name: string;
  /** Module in the package of the client. */
  readonly from: string;
  readonly isNeeded: (model: Model, target: Target) => boolean;
}

/** In the order in which they are applied. */
const FINISHERS: readonly Finisher[] = [
  {
    name: "withIdempotency",
    from: "../runtime/idempotency.ts",
    isNeeded: ({ operations }) => operations.some(({ idempotency }) => idempotency !== undefined),
  },
  {
    name: "withPages",
    from: "../runtime/pagination.ts",
    isNeeded: (model, target) => model.operations.some((operation) => pageOf(operation, model, target) !== undefined),
  },
  {
    name: "withStreams",
    from: "../streams/with-streams.ts",
    isNeeded: (model) => model.operations.some((operation) => streamsOf(operation, model).length > 0),
  },
  {
    name: "withLifecycles",
    from: "../waits/with-lifecycles.ts",
    isNeeded: ({ operations }) => operations.some(({ lifecycle }) => lifecycle !== undefined),
  },
  {
    name: "withWaiters",
    from: "../waits/with-waiters.ts",
    isNeeded: ({ operations }) => operations.some(({ waiters }) => waiters !== undefined),
  },
];

/** What the document's methods need besides the runtime. */
export interface Finishing {
  readonly names: readonly string[];
  readonly imports: readonly Code[];
  /** Applies them to an expression that is the client. */
  readonly apply: (client: Code, table: Code) => Code;
}

export function finishing(model: Model, target: Target): Finishing {
  const needed = FINISHERS.filter(({ isNeeded }) => isNeeded(model, target));
  return {
    names: needed.map(({ name }) => name),
    imports: needed.map(({ name, from }) => ts`import { ${identifier(name)} } from ${str(from)};`),
    apply: (client, table) => needed.reduce((inner, { name }) => ts`${identifier(name)}(${inner}, ${table})`, client),
  };
}
