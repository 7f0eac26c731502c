import { constantParameters, type Model, type Operation } from "@svc/model";
import { type Code, identifier, ts } from "../../quote/index.ts";
import { acceptOf } from "../operation-types.ts";
import type { Target } from "../target.ts";
import { pageOf } from "./pages.ts";
import { hasValues } from "./plans.ts";
import { streamsOf } from "./streams.ts";
import { uploadOf } from "./uploads.ts";

/** Function of the runtime that adds to the methods of a client what only some documents need. */
interface Finisher {
  readonly name: string;
  /** Module among the sources of the client. */
  readonly from: string;
  readonly isNeeded: (operation: Operation, model: Model, target: Target) => boolean;
}

/** In the order in which they are applied. */
const FINISHERS: readonly Finisher[] = [
  {
    name: "withUploads",
    from: "uploads/with-uploads.ts",
    isNeeded: (operation) => uploadOf(operation) !== undefined,
  },
  {
    name: "withValues",
    from: "values/with-values.ts",
    isNeeded: (operation, _, target) => hasValues(operation, target),
  },
  {
    name: "withConstants",
    from: "runtime/method-tree.ts",
    isNeeded: (operation, model) =>
      Object.keys(constantParameters(operation)).length > 0 ||
      (acceptOf(operation) !== undefined && streamsOf(operation, model).length === 0),
  },
  {
    name: "withIdempotency",
    from: "runtime/method-tree.ts",
    isNeeded: ({ idempotency }) => idempotency !== undefined,
  },
  {
    name: "withPages",
    from: "runtime/pagination.ts",
    isNeeded: (operation, model, target) => pageOf(operation, model, target) !== undefined,
  },
  {
    name: "withStreams",
    from: "streams/with-streams.ts",
    isNeeded: (operation, model) => streamsOf(operation, model).length > 0,
  },
  {
    name: "withLifecycles",
    from: "waits/with-lifecycles.ts",
    isNeeded: ({ lifecycle }) => lifecycle !== undefined,
  },
  {
    name: "withWaiters",
    from: "waits/with-waiters.ts",
    isNeeded: ({ waiters }) => waiters !== undefined,
  },
];

/** Parts of the runtime that the document's methods need. */
export interface Finishing {
  readonly needed: readonly Finisher[];
  /** Applies them to an expression that is the client. */
  readonly apply: (client: Code, table: Code) => Code;
}

export function finishing(model: Model, target: Target): Finishing {
  const needed = FINISHERS.filter(({ isNeeded }) =>
    model.operations.some((operation) => isNeeded(operation, model, target)),
  );
  return {
    needed,
    apply: (client, table) =>
      needed.reduce((inner, { name }) => {
        const finisher = name === "withValues" ? ts`withValues(values)` : identifier(name);
        return ts`${finisher}(${inner}, ${table})`;
      }, client),
  };
}

/** Names of the parts that one operation needs as a function of its own; waiters are methods. */
export function finishersOf(operation: Operation, model: Model, target: Target): string[] {
  return FINISHERS.filter(({ name, isNeeded }) => name !== "withWaiters" && isNeeded(operation, model, target)).map(
    ({ name }) => name,
  );
}
