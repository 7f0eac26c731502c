import { childPointer } from "../pointer.ts";

/** Events of {@link scanJson}, in text order. Offsets are in UTF-16 units. */
export interface JsonVisitor {
  /** A value begins. */
  value?(pointer: string, offset: number): void;
  /** An object has this key a second time. */
  duplicate?(pointer: string, offset: number): void;
}

interface Frame {
  readonly pointer: string;
  /** Undefined in an array. */
  readonly keys: Set<string> | undefined;
  index: number;
}

const SPACE = /[ \t\n\r]*/y;
// Unrolled, so that no text makes it try twice.
const STRING = /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Reads a JSON text (RFC 8259) for what `JSON.parse` does not tell: where values are, which keys come twice, and where a
 * mistake is. Slower than `JSON.parse`, so it runs only when there is something to tell. Nesting costs no stack.
 *
 * @returns where and in which value the text stops being JSON; undefined where it is JSON.
 */
export function scanJson(text: string, visitor: JsonVisitor): { pointer: string; offset: number } | undefined {
  const stack: Frame[] = [];
  let offset = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0];
    // Strings hold no raw control characters.
    if (found === undefined || (pattern === STRING && /\p{Cc}/u.test(found) && hasControl(found))) return undefined;
    offset += found.length;
    return found;
  };
  const skip = (character: string): boolean => {
    take(SPACE);
    if (text[offset] !== character) return false;
    offset++;
    take(SPACE);
    return true;
  };
  const fail = (): { pointer: string; offset: number } => ({ pointer: stack.at(-1)?.pointer ?? "", offset });
  take(SPACE);
  let pointer = "";
  for (;;) {
    // Here a value begins.
    visitor.value?.(pointer, offset);
    let closed: boolean;
    if (skip("{")) {
      stack.push({ pointer, keys: new Set(), index: 0 });
      closed = skip("}");
    } else if (skip("[")) {
      stack.push({ pointer, keys: undefined, index: -1 });
      closed = skip("]");
    } else {
      if ((text[offset] === '"' ? take(STRING) : take(SCALAR)) === undefined) return { pointer, offset };
      stack.push({ pointer, keys: undefined, index: 0 });
      closed = true;
    }
    // Close what ends here, up to a container that goes on.
    while (closed) {
      stack.pop();
      take(SPACE);
      const frame = stack.at(-1);
      if (frame === undefined) return offset === text.length ? undefined : { pointer: "", offset };
      closed = skip(frame.keys === undefined ? "]" : "}");
      if (!closed && !skip(",")) return fail();
    }
    const frame = stack.at(-1) as Frame;
    if (frame.keys === undefined) {
      pointer = childPointer(frame.pointer, ++frame.index);
      continue;
    }
    const start = offset;
    const quoted = take(STRING);
    if (quoted === undefined) return fail();
    const key = JSON.parse(quoted) as string;
    pointer = childPointer(frame.pointer, key);
    if (frame.keys.has(key)) visitor.duplicate?.(pointer, start);
    frame.keys.add(key);
    if (!skip(":")) return fail();
  }
}

/** U+0000 to U+001F; JSON allows those from U+007F to U+009F. */
function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < " ");
}
