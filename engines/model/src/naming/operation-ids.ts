import type { Method } from "../model.ts";
import { anonymousPath, pathNames } from "../path-template.ts";
import { compareText, snakeCase, suffix } from "../words.ts";
import { entryOf, type NameLedger, type Names } from "./name-ledger.ts";

export interface IdentifiableOperation {
  readonly method: Method;
  readonly path: string;
  /** `operationId` of the document. */
  readonly operationId?: string | undefined;
}

/**
 * An id for each operation: the document's own, or one derived from static segments and method
 * (`GET /sessions/{id}/cookies` -> `sessions_cookies_get`). Where derived ids collide, the operation with the fewest
 * parameters keeps the short one, the others add `_by_<parameters>`, and what still collides a suffix made from its path:
 * no id depends on the order in the document. A derived id that the ledger knows stays with its method and path; newcomers,
 * also those that bring an id of their own, choose among what is left.
 */
export function identifyOperations(operations: readonly IdentifiableOperation[], ledger: KnownIds = {}): string[] {
  const recorded = recordedIds(operations, ledger.routes);
  const kept = keptIds(operations, recorded);
  const ids = operations.map(({ operationId }, index) =>
    operationId === undefined || kept.has(operationId) ? recorded[index] : operationId,
  );
  const used = new Set(ids);
  const former = Object.entries(ledger.aliases?.operations ?? {}).filter(([, target]) => used.has(target));
  const taken = new Set([...used, ...recorded, ...former.map(([id]) => id)]);
  const holders = new Map(recorded.map((id, index) => [id, operations[index]?.path ?? ""]));
  const left = operations
    .map((operation, index) => ({ ...operation, index }))
    .filter(({ index }) => ids[index] === undefined)
    .sort(
      (a, b) => parameterCount(a) - parameterCount(b) || compareText(a.path, b.path) || compareText(a.method, b.method),
    );
  for (const operation of left) {
    const id = candidates(operation, holders).find((candidate) => !taken.has(candidate));
    if (id === undefined) throw new Error(`No operation id can be derived for ${operation.method} ${operation.path}.`);
    taken.add(id);
    ids[operation.index] = id;
  }
  return ids.map((id) => id ?? "");
}

/** Operation ids in a ledger. */
export type KnownIds = Pick<NameLedger, "routes"> & {
  readonly aliases?: Pick<NonNullable<NameLedger["aliases"]>, "operations">;
};

/** An operation in the words of HTTP, as a ledger names it: `GET /health`. */
export function routeText({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Ids that were derived before, by method and path, whatever the path's parameters are called now. */
function recordedIds(operations: readonly IdentifiableOperation[], routes: Names = {}): (string | undefined)[] {
  const byShape = new Map(Object.entries(routes).map(([route, id]) => [anonymousPath(route), id]));
  return operations.map((operation) => {
    const route = routeText(operation);
    return entryOf(routes, route) ?? byShape.get(anonymousPath(route));
  });
}

/** Recorded ids that are still needed: of operations without an id of their own, or with one that is among these. */
function keptIds(
  operations: readonly IdentifiableOperation[],
  recorded: readonly (string | undefined)[],
): ReadonlySet<string> {
  const kept = new Set<string>();
  for (let size = -1; size < kept.size; ) {
    size = kept.size;
    for (const [index, { operationId }] of operations.entries()) {
      const id = recorded[index];
      if (id !== undefined && (operationId === undefined || kept.has(operationId))) kept.add(id);
    }
  }
  return kept;
}

function candidates(
  { method, path }: IdentifiableOperation,
  holders: ReadonlyMap<string | undefined, string>,
): string[] {
  const nouns = pathSegments(path).flatMap((segment) => (segment.kind === "static" ? [snakeCase(segment.text)] : []));
  const short = [...nouns.filter((noun) => noun !== ""), method].join("_");
  const parameters = pathNames(path).map(snakeCase);
  const long = parameters.length > 0 ? [`${short}_by_${parameters.join("_")}`] : [];
  // The path with parameters came first: the one without says so instead.
  const without = parameters.length === 0 && holders.get(short)?.includes("{") ? [`${short}_without_id`] : [];
  return [short, ...long, ...without, `${short}_${suffix(path)}`];
}

function parameterCount({ path }: IdentifiableOperation): number {
  return pathNames(path).length;
}

/** A segment of a path template: static text, or one that holds at least one parameter. */
type Segment = { readonly kind: "static"; readonly text: string } | { readonly kind: "parameter" };

/** Splits `/personas/{persona_id}/emails`; empty segments (`//`, trailing `/`) are dropped. */
export function pathSegments(path: string): Segment[] {
  return path
    .split("/")
    .filter((text) => text !== "")
    .map((text) => (text.includes("{") ? { kind: "parameter" } : { kind: "static", text }));
}
