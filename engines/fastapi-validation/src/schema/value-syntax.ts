/** Syntax error of a date, a time or a duration: `ctx.error` of pydantic's parsing errors. Internal to the parsers. */
export class ValueSyntaxError extends Error {
  override readonly name = "ValueSyntaxError";
}

/** Reads a number of digits at a place. @throws ValueSyntaxError with the given message if they are not there */
export function readDigits(text: string, start: number, count: number, message: string): number {
  const digits = text.slice(start, start + count);
  if (digits.length < count || !/^[0-9]+$/.test(digits)) throw new ValueSyntaxError(message);
  return Number(digits);
}
