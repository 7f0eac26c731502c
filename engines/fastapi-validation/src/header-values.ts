/** A request's headers by lower-case name. */
export interface HeaderValues {
  /** The first value: of a repeated header, Starlette takes that one. */
  readonly first: (name: string) => string | undefined;
  /** All values, in order. */
  readonly all: (name: string) => readonly string[];
}

/** Reads headers without regard to case; blanks around a value are cut, as HTTP parsers do. */
export function readHeaders(headers: readonly (readonly [string, string])[]): HeaderValues {
  return {
    first: (name) => {
      for (const [key, value] of headers) if (isSame(key, name)) return trimBlanks(value);
      return undefined;
    },
    all: (name) => headers.filter(([key]) => isSame(key, name)).map(([, value]) => trimBlanks(value)),
  };
}

function isSame(key: string, lowerCaseName: string): boolean {
  return key.length === lowerCaseName.length && key.toLowerCase() === lowerCaseName;
}

/** Blank and tab only: a no-break space is part of the value. */
function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (isBlank(value, start)) start += 1;
  while (isBlank(value, end - 1)) end -= 1;
  return value.slice(start, end);
}

function isBlank(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x20 || character === 0x09;
}
