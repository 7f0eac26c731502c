import { show } from "../load/finding.ts";
import { childPointer } from "../load/pointer.ts";
import { METHODS, type Method } from "../model.ts";
import { entryOf, type Names } from "../naming/name-ledger.ts";
import { compareText } from "../words.ts";
import type { Mend } from "./repair.ts";

/** An operation that has an id. */
export interface IdentifiedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** Pointer of the operation. */
  readonly pointer: string;
}

/**
 * Gives operations that share an id one of their own, by method: of `echo_get` at GET and POST, POST gets `echo_post`. The
 * id stays where it was in an earlier version, else with the method that it names, else with the shortest path, so that neither the order of the document nor the
 * moods of a framework decide: FastAPI's `api_route(methods=["GET", "POST"])` repeats the id of whichever method its set
 * gives first.
 */
export function separateIds(
  operations: readonly IdentifiedOperation[],
  formerRoutes: Names = {},
): (readonly [pointer: string, mend: Mend])[] {
  const groups = new Map<string, IdentifiedOperation[]>();
  for (const operation of operations) {
    const group = groups.get(operation.id);
    if (group === undefined) groups.set(operation.id, [operation]);
    else group.push(operation);
  }
  const taken = new Set([...groups.keys(), ...Object.keys(formerRoutes)]);
  const formerIds = new Map(Object.entries(formerRoutes).map(([id, route]) => [route, id]));
  const rank = (operation: IdentifiedOperation): number => {
    if (entryOf(formerRoutes, operation.id) === routeOf(operation)) return 0;
    if (formerIds.has(routeOf(operation))) return 1;
    return methodAtEnd(operation.id) === operation.method ? 2 : 3;
  };
  return [...groups].flatMap(([id, group]) => {
    const [keeper, ...others] = group.length < 2 ? [] : group.toSorted((a, b) => rank(a) - rank(b) || byPlace(a, b));
    return others.map((operation) => {
      const { method, pointer } = operation;
      const former = formerIds.get(routeOf(operation));
      const other = former !== undefined && !groups.has(former) ? former : freeId(id, method, taken);
      taken.add(other);
      const at = childPointer(pointer, "operationId");
      const mend: Mend = {
        wrong: `is ${show(id)}, as is that of ${show(keeper?.pointer, 200)}`,
        advice: "give each operation an id of its own",
        assumed: `${show(other)} is assumed`,
        edits: [{ op: "set", pointer, key: "operationId", value: other }],
      };
      return [at, mend] as const;
    });
  });
}

function routeOf({ method, path }: IdentifiedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function byPlace(a: IdentifiedOperation, b: IdentifiedOperation): number {
  return (
    a.path.length - b.path.length ||
    compareText(a.path, b.path) ||
    METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
  );
}

function freeId(id: string, method: Method, taken: ReadonlySet<string>): string {
  const end = methodAtEnd(id) ?? method;
  const named = end === method ? `${id}_${method}` : id.slice(0, id.length - end.length) + method;
  let free = named;
  for (let count = 2; taken.has(free); count++) free = `${named}_${count}`;
  return free;
}

/** `echo_get` ends with a method. */
function methodAtEnd(id: string): Method | undefined {
  return METHODS.find((name) => id.endsWith(`_${name}`));
}
