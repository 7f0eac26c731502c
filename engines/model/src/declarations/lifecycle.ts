import type { Operation } from "../model.ts";

/**
 * Path arguments of the operation that ends what `begin` began, in the order of its template: the name of a path parameter
 * that both have, or `null` for the id. `undefined` where not exactly one of them can be the id, or where the end needs a
 * body or parameters besides.
 */
export function endArguments(begin: Operation, end: Operation): readonly (string | null)[] | undefined {
  const given = new Set(pathNames(begin));
  const args = pathNames(end).map((name) => (given.has(name) ? name : null));
  const needsMore =
    end.body?.required === true || end.parameters.some(({ required, in: at }) => required && at === "query");
  return args.filter((name) => name === null).length === 1 && !needsMore ? args : undefined;
}

function pathNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
}
