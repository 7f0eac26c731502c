import type { Operation } from "@svc/model";

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

function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
