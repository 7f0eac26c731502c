import { compareText } from "../compare.ts";
import type { Method } from "../model.ts";
import { snakeCase, suffix } from "../words.ts";
import { pathSegments, templateParameters } from "./path-segments.ts";

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
 * no id depends on the order in the document.
 */
export function identifyOperations(operations: readonly IdentifiableOperation[]): string[] {
  const ids = operations.map((operation) => operation.operationId ?? "");
  const taken = new Set(ids);
  const underived = operations
    .map((operation, index) => ({ ...operation, index }))
    .filter(({ operationId }) => operationId === undefined)
    .sort(
      (a, b) => parameterCount(a) - parameterCount(b) || compareText(a.path, b.path) || compareText(a.method, b.method),
    );
  for (const operation of underived) {
    const id = candidates(operation).find((candidate) => !taken.has(candidate));
    if (id === undefined) throw new Error(`No operation id can be derived for ${operation.method} ${operation.path}.`);
    taken.add(id);
    ids[operation.index] = id;
  }
  return ids;
}

function candidates({ method, path }: IdentifiableOperation): string[] {
  const nouns = pathSegments(path).flatMap((segment) => (segment.kind === "static" ? [snakeCase(segment.text)] : []));
  const short = [...nouns.filter((noun) => noun !== ""), method].join("_");
  const parameters = templateParameters(path).map(snakeCase);
  const long = parameters.length > 0 ? [`${short}_by_${parameters.join("_")}`] : [];
  return [short, ...long, `${short}_${suffix(path)}`];
}

function parameterCount({ path }: IdentifiableOperation): number {
  return templateParameters(path).length;
}
