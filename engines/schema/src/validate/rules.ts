import { hasFormat, isInRange } from "./formats.ts";

/** Where judges of values differ. */
export interface Rules {
  /** Whether a text has a format. */
  readonly hasFormat: (format: string, text: string) => boolean;
  /** Whether a number is in the range of its format. */
  readonly isInRange: (format: string, value: number | bigint) => boolean;
  /** Whether several alternatives of a `oneOf` may match. */
  readonly mayOverlap: boolean;
  /** Whether an object has to have a property that is required. */
  readonly isRequired: (name: string) => boolean;
  /** Whether what an `enum` lists is valid whatever its type. */
  readonly takesListed: boolean;
}

/** JSON Schema 2020-12, with formats. */
export const STRICT: Rules = { hasFormat, isInRange, mayOverlap: false, isRequired: () => true, takesListed: false };

/** As services in Python write values: a date-time, or a time, may have no offset. */
export const PYTHON: Rules = { ...STRICT, hasFormat: (format, text) => hasFormat(format, text, true) };

/** As services read documents that contradict themselves. */
export const LENIENT: Rules = {
  hasFormat: () => true,
  isInRange: () => true,
  mayOverlap: true,
  isRequired: () => true,
  takesListed: true,
};
