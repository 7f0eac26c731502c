import { Cursor } from "./cursor.ts";
import { parseFilter } from "./filter.ts";
import { parseString } from "./literals.ts";
import { childrenOf, descendantsOf, itemOf, memberOf, type Node, type Query } from "./node.ts";

/** Longer paths are no paths that somebody wrote. */
const MAX_LENGTH = 10_000;
/** Member names without brackets. RFC 9535 has no hyphens here; overlays do (`$.info.x-logo`), and they mean one thing. */
const NAME = /[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}-]*/uy;

/**
 * A JSONPath (RFC 9535) as a function: names, indexes, slices, wildcards, descendants, and filters with comparisons,
 * `&&`, `||`, `!` and the functions of the RFC.
 *
 * @throws SyntaxError where the text is none.
 */
export function parseJsonPath(text: string): (document: unknown) => Node[] {
  if (text.length > MAX_LENGTH) throw new SyntaxError("longer than any path should be");
  const cursor = new Cursor(text);
  cursor.expect("$");
  const query = parseSegments(cursor);
  cursor.space();
  if (cursor.offset < text.length) cursor.fail("unexpected text");
  return (document) => {
    const root: Node = { value: document };
    return query(root, root);
  };
}

/** Segments that may follow `$` or `@`. */
function parseSegments(cursor: Cursor): Query {
  const segments: Query[] = [];
  for (;;) {
    if (cursor.skip("..")) {
      const select = cursor.skip("[") ? parseBrackets(cursor) : parseShorthand(cursor);
      segments.push((node, root) => [...descendantsOf(node)].flatMap((each) => select(each, root)));
    } else if (cursor.skip(".")) segments.push(parseShorthand(cursor));
    else if (cursor.skip("[")) segments.push(parseBrackets(cursor));
    else break;
  }
  return (node, root) => segments.reduce((nodes, select) => nodes.flatMap((each) => select(each, root)), [node]);
}

function parseShorthand(cursor: Cursor): Query {
  if (cursor.skip("*")) return childrenOf;
  const name = cursor.take(NAME);
  if (name === undefined) return cursor.fail("expected a name (quote others: ['/path'])");
  return (node) => memberOf(node, name);
}

function parseBrackets(cursor: Cursor): Query {
  const selectors: Query[] = [];
  do {
    cursor.space();
    selectors.push(parseSelector(cursor));
  } while (cursor.skip(","));
  cursor.expect("]");
  return (node, root) => selectors.flatMap((select) => select(node, root));
}

function parseSelector(cursor: Cursor): Query {
  const name = parseString(cursor);
  if (name !== undefined) return (node) => memberOf(node, name);
  if (cursor.skip("*")) return childrenOf;
  if (cursor.skip("?")) {
    const filter = parseFilter({ cursor, parseSegments });
    return (node, root) => childrenOf(node).filter((child) => filter(child, root));
  }
  return parseIndexOrSlice(cursor);
}

function parseIndexOrSlice(cursor: Cursor): Query {
  const start = parseInteger(cursor);
  if (!cursor.skip(":"))
    return start === undefined ? cursor.fail("expected a selector") : (node) => itemOf(node, start);
  const end = parseInteger(cursor);
  const step = (cursor.skip(":") ? parseInteger(cursor) : undefined) ?? 1;
  return (node) => slice(childrenOf(node), Array.isArray(node.value) ? step : 0, start, end);
}

/** RFC 9535, section 2.3.4.2. */
function slice(items: readonly Node[], step: number, start?: number, end?: number): Node[] {
  const { length } = items;
  const normal = (index: number): number => (index < 0 ? length + index : index);
  const clamp = (index: number, low: number, high: number): number => Math.min(Math.max(index, low), high);
  const result: (Node | undefined)[] = [];
  if (step > 0) {
    const last = clamp(normal(end ?? length), 0, length);
    for (let index = clamp(normal(start ?? 0), 0, length); index < last; index += step) result.push(items[index]);
  } else if (step < 0) {
    const last = end === undefined ? -1 : clamp(normal(end), -1, length - 1);
    for (let index = clamp(normal(start ?? length - 1), -1, length - 1); index > last; index += step)
      result.push(items[index]);
  }
  return result.filter((node) => node !== undefined);
}

function parseInteger(cursor: Cursor): number | undefined {
  cursor.space();
  const text = cursor.take(/-?\d{1,15}/y);
  return text === undefined ? undefined : Number(text);
}
