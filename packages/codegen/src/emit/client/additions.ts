import { constantParameters, type Model, type Operation } from "@svc/model";
import { type Code, identifier, join, ts } from "../../quote/index.ts";
import { acceptOf } from "../operation-types.ts";
import type { Target } from "../target.ts";
import { pageOf } from "./pages.ts";
import { hasValues } from "./plans.ts";
import { streamsOf } from "./streams.ts";
import { uploadOf } from "./uploads.ts";

/** An addition of the runtime to methods of operations that need it. */
interface Addition {
  readonly name: string;
  /** Module among the sources of the client. */
  readonly from: string;
  readonly isNeeded: (operation: Operation, model: Model, target: Target) => boolean;
}

/** In the order in which they are applied, the innermost first. */
const ADDITIONS: readonly Addition[] = [
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
    from: "runtime/constants.ts",
    isNeeded: (operation, model) =>
      Object.keys(constantParameters(operation)).length > 0 ||
      (acceptOf(operation) !== undefined && streamsOf(operation, model).length === 0),
  },
  {
    name: "withIdempotency",
    from: "runtime/constants.ts",
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

/** Those that a document needs: names, and their modules among the sources of the client. */
export function neededAdditions(model: Model, target: Target): readonly Pick<Addition, "name" | "from">[] {
  return ADDITIONS.filter(({ isNeeded }) => model.operations.some((operation) => isNeeded(operation, model, target)));
}

/** The property `additions` of the runtime's `Extras`; nothing where there are none. */
export function additionsProperty(names: readonly string[]): readonly Code[] {
  const values = names.map((name) =>
    name === "withValues" ? ts`/* @__PURE__ */ withValues(values)` : identifier(name),
  );
  return values.length > 0 ? [ts`additions: [${join(values, ", ")}],`] : [];
}

/** Names of those that one operation needs as a function of its own; waiters are methods. */
export function additionsOf(operation: Operation, model: Model, target: Target): string[] {
  return ADDITIONS.filter(({ name, isNeeded }) => name !== "withWaiters" && isNeeded(operation, model, target)).map(
    ({ name }) => name,
  );
}
