import type { SvcPromise } from "../call/call-options.ts";
import type { OperationRow } from "../table.ts";

type Method = (...args: never[]) => unknown;

/** A method as additions call it. */
export type CallMethod = (...args: unknown[]) => SvcPromise<unknown>;

/** Adds a method for every row to `root`, by its dotted name. A method may have methods below it. */
export function growMethods(
  root: object,
  operations: readonly OperationRow[],
  make: (row: OperationRow) => Method,
): void {
  // By length, so that a method comes before the methods below it.
  for (const row of [...operations].sort((a, b) => a.name.length - b.name.length)) {
    const nouns = row.name.split(".");
    const verb = nouns.pop() as string;
    let node = root;
    for (const noun of nouns) {
      if (!Object.hasOwn(node, noun) || Object(node[noun as never]) !== node[noun as never]) define(node, noun, {});
      node = node[noun as never];
    }
    define(node, verb, make(row));
  }
}

/** The object that has a method, and the method's name there. */
export function methodAt(
  client: object,
  name: string,
): readonly [owner: { readonly [verb: string]: unknown }, verb: string] {
  const nouns = name.split(".");
  const verb = nouns.pop() as string;
  return [nouns.reduce((node, noun) => node[noun as never], client) as never, verb];
}

/** Puts another function in the place of a method. Methods below it stay. */
export function replaceMethod(client: object, name: string, make: (method: CallMethod) => CallMethod): void {
  const [owner, verb] = methodAt(client, name);
  const method = owner[verb] as CallMethod;
  define(owner, verb, Object.defineProperties(make(method), Object.getOwnPropertyDescriptors(method)));
}

/** The arguments of a method before its options. */
export function argumentsBefore(args: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => args[index]);
}

/** Number of a method's arguments before its options. */
export function argumentCount({ path, body, params }: OperationRow): number {
  const names = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name));
  return names.size + (body ? 1 : 0) + (params ? 1 : 0);
}

/** Defines an own property, also for names such as `constructor`, or `length` of a function. */
export function define(node: object, name: string, value: unknown): void {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true });
}
