import { DurationSyntaxError } from "./duration-error.ts";

const MAX_U32 = 2 ** 32 - 1;

/** The digit at a position, or undefined where there is none. */
export function digitAt(bytes: Uint8Array, position: number): number | undefined {
  const digit = (bytes[position] ?? 0) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : undefined;
}

/** Reads `[0-9]+` at a position: the value and the position after it. */
export function readWhole(bytes: Uint8Array, start: number): readonly [value: number, end: number] {
  if (digitAt(bytes, start) === undefined) throw new DurationSyntaxError("number");
  let value = 0;
  let position = start;
  for (let digit = digitAt(bytes, position); digit !== undefined; digit = digitAt(bytes, position)) {
    value = atMostU32(value * 10 + digit);
    position += 1;
  }
  return [value, position];
}

/** The value itself. @throws DurationSyntaxError where it exceeds 2^32-1, in which pydantic counts. */
export function atMostU32(value: number): number {
  if (value > MAX_U32) throw new DurationSyntaxError("valueTooLarge");
  return value;
}
