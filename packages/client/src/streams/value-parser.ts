import { hasMoreValues } from "../call/read-body.ts";

export interface RawValue {
  readonly text: string;
  readonly value: unknown;
  /** The text is no JSON, or has too many values. */
  readonly isBad: boolean;
}

/** White space of JSON: a blank, a tabulator, the ends of lines. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

/**
 * Creates a parser of JSON values, told apart by brackets, quotes and the space between them: one per line, several on one
 * line, one over several lines, or each behind a record separator (RFC 7464).
 */
export function createValueParser() {
  let held = "";
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  const split = (text: string): string[] => {
    const found: string[] = [];
    let start = 0;
    const emit = (end: number): void => {
      const value = held + text.slice(start, end);
      held = "";
      start = end;
      if (value !== "") found.push(value);
    };
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === SEPARATOR || (depth === 0 && !isInString && isSpace(code))) {
        // A separator within a value: its text was cut off.
        depth = 0;
        isInString = isEscaped = false;
        emit(at);
        start = at + 1;
      } else if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === 0x5c) isEscaped = true;
        else if (code === 0x22) {
          isInString = false;
          if (depth === 0) emit(at + 1);
        }
      } else if (code === 0x22 || code === 0x7b || code === 0x5b) {
        if (depth === 0) emit(at);
        if (code === 0x22) isInString = true;
        else depth++;
      } else if (code === 0x7d || code === 0x5d) {
        depth = Math.max(0, depth - 1);
        if (depth === 0) emit(at + 1);
      }
    }
    held += text.slice(start);
    return found;
  };
  return {
    push(text: string): RawValue[] {
      const values: RawValue[] = [];
      for (const one of split(text)) {
        const value = read(one);
        values.push(value);
        // It ends the stream: to find out of each piece of what follows that it is no JSON would take seconds.
        if (value.isBad) break;
      }
      return values;
    },
    end: (): RawValue[] => (held === "" ? [] : [read(held)]),
    /** Characters of a value that is not complete. */
    get held(): number {
      return held.length;
    },
  };
}

/** The record separator of JSON text sequences. */
const SEPARATOR = 0x1e;

const MOST_VALUES = 1_048_576;

/** Parses the JSON of an item. @throws SyntaxError for other text; RangeError for more than {@link MOST_VALUES} values */
export function parseItem(text: string): unknown {
  if (text.length > MOST_VALUES && hasMoreValues(new TextEncoder().encode(text), MOST_VALUES))
    throw new RangeError("too many values");
  return JSON.parse(text);
}

function read(text: string): RawValue {
  try {
    return { text, value: parseItem(text), isBad: false };
  } catch {
    return { text, value: undefined, isBad: true };
  }
}
