/** A place in a text, as editors count: both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}
