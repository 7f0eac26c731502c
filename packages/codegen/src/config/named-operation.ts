import { UsageError } from "../usage-error.ts";

/** Whether a configuration means this operation: by its id, or by method and path (`DELETE /pets/{id}`). */
export function isNamed(name: string, operation: { id: unknown; method: string; path: string }): boolean {
  return operation.id === name || `${operation.method.toUpperCase()} ${operation.path}` === name;
}

/** The error for a name in `option` that nothing of the document has. */
export function nothingNamed(option: string, name: string): UsageError {
  return new UsageError(`svc.config: ${option}: the document has nothing for ${JSON.stringify(name)}.`);
}
