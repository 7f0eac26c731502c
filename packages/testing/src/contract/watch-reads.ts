/** Watches which fields are read of what `JSON.parse` makes of certain texts. */
export interface ReadWatch {
  /**
   * Watches a text.
   *
   * @param inspect called with each value that is parsed of it; what it returns is called when all have inspected the value
   */
  readonly expect: (text: string, inspect: Inspect) => void;
  readonly end: () => void;
}

type Inspect = (value: unknown) => () => void;
type Parse = typeof JSON.parse;

/** `JSON.parse` as it was before any watch. */
export const parseUnwatched: Parse = JSON.parse;

/** Replacements of `JSON.parse`, with what each has replaced. */
const replaced = new WeakMap<Parse, { readonly parse: Parse; isOver: boolean }>();

/** Texts that are kept. Of older ones, all fields count as read. */
const TEXTS = 1000;

/**
 * Replaces `JSON.parse` until the watch is ended: clients parse bodies with it, and there is no other place in which all of
 * them can be observed. Other texts are parsed as ever.
 */
export function watchReads(target: { parse: Parse } = JSON): ReadWatch {
  const { parse } = target;
  const expected = new Map<string, Set<Inspect>>();
  const watching: Parse = (text, reviver) => {
    const value: unknown = parse(text, reviver);
    const watch = [...(expected.get(text) ?? [])].map((inspect) => inspect(value));
    for (const begin of watch) begin();
    return value;
  };
  const state = { parse, isOver: false };
  replaced.set(watching, state);
  target.parse = watching;
  return {
    expect(text, inspect) {
      const known = expected.get(text) ?? new Set();
      expected.set(text, known.add(inspect));
      const [oldest] = expected.keys();
      if (expected.size > TEXTS && oldest !== undefined) expected.delete(oldest);
    },
    end() {
      state.isOver = true;
      expected.clear();
      // A later watch that is still open calls this one, which then only parses, and takes it off with itself.
      for (let top = replaced.get(target.parse); top?.isOver; top = replaced.get(target.parse))
        target.parse = top.parse;
    },
  };
}

/** Calls a function when a field is first read. The field looks and behaves as before, except to those who ask for its descriptor. */
export function onRead(holder: object, name: string, read: () => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  if (descriptor?.configurable !== true) return;
  const { get: inner } = descriptor;
  let { value } = descriptor;
  const settle = (): void => {
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  };
  Object.defineProperty(holder, name, {
    enumerable: true,
    configurable: true,
    get() {
      read();
      if (inner !== undefined) value = inner.call(holder);
      settle();
      return value;
    },
    set(given: unknown) {
      value = given;
      settle();
    },
  });
}
