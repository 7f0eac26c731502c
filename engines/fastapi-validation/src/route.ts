import type { Model, Operation } from "@svc/model";

/** One operation's place in the order in which Starlette tries routes. */
export interface Route<Target> {
  /** Methods in capitals, as `Allow` lists them. */
  readonly methods: readonly string[];
  /** Values of the template's parameters in a decoded path, or undefined where it does not match. */
  readonly match: (path: string) => readonly string[] | undefined;
  /** The template's parameter names, in order. */
  readonly names: readonly string[];
  readonly target: Target;
}

const PARAMETER = /\{([^{}]*)\}/g;

/** Compiles a path template as Starlette does: a parameter is one or more characters other than `/`. */
export function compileRoute<Target>(template: string, methods: readonly string[], target: Target): Route<Target> {
  const names = [...template.matchAll(PARAMETER)].map((found) => found[1] ?? "");
  // Python's `$` also matches before one newline at the end.
  if (names.length === 0) {
    const match = (path: string): readonly string[] | undefined =>
      path === template || (path.length === template.length + 1 && path === `${template}\n`) ? [] : undefined;
    return { methods, match, names, target };
  }
  const prefix = template.slice(0, template.indexOf("{"));
  const literals = template.split(PARAMETER).filter((_, index) => index % 2 === 0);
  const pattern = new RegExp(`^${literals.map(escapeLiteral).join("([^/]+)")}\\n?$`);
  const match = (path: string): readonly string[] | undefined =>
    path.startsWith(prefix) ? pattern.exec(path)?.slice(1) : undefined;
  return { methods, match, names, target };
}

/** The route of an operation. */
export function operationRoute<Target>(operation: Operation, target: Target): Route<Target> {
  return compileRoute(operation.path, [operation.method.toUpperCase()], target);
}

/**
 * Operations in the order in which their routes are tried: document order, as Starlette has it, for FastAPI's documents;
 * for others, at the first segment that differs in kind, text comes before text with a parameter in it, and that before a
 * parameter, as OpenAPI has it ("concrete definitions are matched first").
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#path-templating-matching
 */
export function routeOrder({ operations, schemas }: Pick<Model, "operations" | "schemas">): readonly Operation[] {
  if (Object.hasOwn(schemas, "HTTPValidationError")) return operations;
  return operations
    .map((operation) => ({ operation, kinds: operation.path.split("/").map(segmentKind).join("") }))
    .sort((a, b) => (a.kinds < b.kinds ? -1 : a.kinds > b.kinds ? 1 : 0))
    .map(({ operation }) => operation);
}

function segmentKind(segment: string): string {
  if (!segment.includes("{")) return "0";
  return /^\{[^{}]*\}$/.test(segment) ? "2" : "1";
}

function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
