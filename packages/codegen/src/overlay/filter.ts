import type { Cursor } from "./cursor.ts";
import { parseLiteral } from "./literals.ts";
import type { Node, Query } from "./node.ts";

/** The text, and how to read what follows `$` and `@` in it: filters hold paths, and paths hold filters. */
export interface FilterSource {
  readonly cursor: Cursor;
  readonly parseSegments: (cursor: Cursor) => Query;
}

export type Filter = (node: Node, root: Node) => boolean;

/** A side of a comparison: nodes of a query, or one value. No node and no value is "Nothing". */
type Operand = (node: Node, root: Node) => readonly { readonly value: unknown }[];

const COMPARISONS = ["==", "!=", "<=", ">=", "<", ">"] as const;

/** A logical expression, as stands behind `?`. RFC 9535, section 2.3.5. */
export function parseFilter(source: FilterSource): Filter {
  const { cursor } = source;
  const alternatives = [parseAnd(source)];
  while (cursor.skip("||")) alternatives.push(parseAnd(source));
  return (node, root) => alternatives.some((filter) => filter(node, root));
}

function parseAnd(source: FilterSource): Filter {
  const { cursor } = source;
  const parts = [parseBasic(source)];
  while (cursor.skip("&&")) parts.push(parseBasic(source));
  return (node, root) => parts.every((filter) => filter(node, root));
}

function parseBasic(source: FilterSource): Filter {
  const { cursor } = source;
  if (cursor.skip("!")) {
    const filter = parseBasic(source);
    return (node, root) => !filter(node, root);
  }
  if (cursor.skip("(")) {
    const filter = parseFilter(source);
    cursor.expect(")");
    return filter;
  }
  const left = parseOperand(source);
  const comparison = COMPARISONS.find((symbol) => cursor.skip(symbol));
  if (comparison === undefined)
    return (node, root) => left(node, root).some(({ value }) => value !== false || !left.isTest);
  const right = parseOperand(source);
  return (node, root) => compare(comparison, left(node, root), right(node, root));
}

function parseOperand(source: FilterSource): Operand & { readonly isTest?: true } {
  const { cursor } = source;
  cursor.space();
  const literal = parseLiteral(cursor);
  if (literal !== undefined) return () => [literal];
  const query = parseQuery(source);
  if (query !== undefined) return query;
  const name = cursor.take(/[a-z][a-z0-9_]*/y);
  if (name === undefined || !cursor.skip("(")) return cursor.fail("expected a value, a path or a function");
  const args: Operand[] = [];
  do args.push(parseOperand(source));
  while (cursor.skip(","));
  cursor.expect(")");
  const apply = FUNCTIONS.get(name);
  if (apply === undefined) return cursor.fail(`unknown function ${name}`);
  const operand: Operand = (node, root) => {
    const value = apply(args.map((argument) => argument(node, root)));
    return value === undefined ? [] : [{ value }];
  };
  return Object.assign(operand, { isTest: true as const });
}

function parseQuery({ cursor, parseSegments }: FilterSource): Query | undefined {
  if (cursor.skip("@")) return parseSegments(cursor);
  if (!cursor.skip("$")) return undefined;
  const query = parseSegments(cursor);
  return (_, root) => query(root, root);
}

type Argument = readonly { readonly value: unknown }[];

/** RFC 9535, section 2.4. */
const FUNCTIONS: ReadonlyMap<string, (args: readonly Argument[]) => unknown> = new Map<
  string,
  (args: readonly Argument[]) => unknown
>([
  ["count", ([nodes]) => nodes?.length],
  ["value", ([nodes]) => (nodes?.length === 1 ? nodes[0]?.value : undefined)],
  ["length", ([nodes]) => lengthOf(nodes?.[0]?.value)],
  ["match", ([nodes, pattern]) => test(nodes?.[0]?.value, pattern?.[0]?.value, (source) => `^(?:${source})$`)],
  ["search", ([nodes, pattern]) => test(nodes?.[0]?.value, pattern?.[0]?.value, (source) => source)],
]);

function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string") return Array.from(value).length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}

function test(value: unknown, pattern: unknown, wrap: (source: string) => string): boolean {
  if (typeof value !== "string" || typeof pattern !== "string") return false;
  try {
    return new RegExp(wrap(pattern), "u").test(value);
  } catch {
    return false;
  }
}

/** RFC 9535, section 2.3.5.2.2. */
function compare(comparison: (typeof COMPARISONS)[number], left: Argument, right: Argument): boolean {
  switch (comparison) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "<":
      return less(left, right);
    case ">":
      return less(right, left);
    case "<=":
      return less(left, right) || equal(left, right);
    case ">=":
      return less(right, left) || equal(left, right);
  }
}

function less([left]: Argument, [right]: Argument): boolean {
  const [a, b] = [left?.value, right?.value];
  if (typeof a === "number" && typeof b === "number") return a < b;
  return typeof a === "string" && typeof b === "string" && a < b;
}

function equal([left]: Argument, [right]: Argument): boolean {
  return left === undefined || right === undefined ? left === right : sameJson(left.value, right.value);
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
