/** A date or time that could not be read: the `ctx.error` of pydantic's parsing errors. */
export class DateSyntaxError extends Error {
  override readonly name = "DateSyntaxError";
}

/** Reads `YYYY-MM-DD` at the start of a text and checks the calendar. Returns the year. @throws DateSyntaxError */
export function readDate(text: string): number {
  if (isShorter(text, 10)) throw new DateSyntaxError("input is too short");
  const year = readDigits(text, 0, 4, "invalid character in year");
  if (text[4] !== "-") throw new DateSyntaxError("invalid date separator, expected `-`");
  const month = readDigits(text, 5, 2, "invalid character in month");
  if (text[7] !== "-") throw new DateSyntaxError("invalid date separator, expected `-`");
  const day = readDigits(text, 8, 2, "invalid character in day");
  if (month < 1 || month > 12) throw new DateSyntaxError("month value is outside expected range of 1-12");
  if (day < 1 || day > daysIn(year, month)) throw new DateSyntaxError("day value is outside expected range");
  return year;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads `HH:MM[:SS[.ffffff]][zone]` to the end of a text. Returns whether it is midnight. @throws DateSyntaxError */
export function readTime(text: string): boolean {
  if (isShorter(text, 5)) throw new DateSyntaxError("input is too short");
  const hour = readDigits(text, 0, 2, "invalid character in hour");
  if (text[2] !== ":") throw new DateSyntaxError("invalid time separator, expected `:`");
  const minute = readDigits(text, 3, 2, "invalid character in minute");
  if (hour > 23) throw new DateSyntaxError("hour value is outside expected range of 0-23");
  if (minute > 59) throw new DateSyntaxError("minute value is outside expected range of 0-59");
  if (text[5] !== ":") {
    readZone(text.slice(5));
    return hour + minute === 0;
  }
  const second = readDigits(text, 6, 2, "invalid character in second");
  if (second > 59) throw new DateSyntaxError("second value is outside expected range of 0-59");
  const fraction = /^[.,]([0-9]*)/.exec(text.slice(8));
  if (fraction?.[1] === "") throw new DateSyntaxError("second fraction digits missing after `.`");
  readZone(text.slice(8 + (fraction?.[0].length ?? 0)));
  return hour + minute + second + Number(fraction?.[1]?.slice(0, 6) ?? 0) === 0;
}

/** A zone may be absent; what follows it may not be there. */
function readZone(text: string): void {
  if (text === "" || text === "Z" || text === "z") return;
  if (/^[Zz]/.test(text)) throw new DateSyntaxError("unexpected extra characters at the end of the input");
  if (!/^[+\-\u2212]/.test(text)) throw new DateSyntaxError("invalid timezone sign");
  const hours = readDigits(text, 1, 2, "invalid timezone hour");
  const start = text[3] === ":" ? 4 : 3;
  const minutes = readDigits(text, start, 2, "invalid timezone minute");
  if (minutes > 59) throw new DateSyntaxError("timezone minute value is outside expected range of 0-59");
  if (hours > 23) throw new DateSyntaxError("timezone offset must be less than 24 hours");
  if (text.length > start + 2) throw new DateSyntaxError("unexpected extra characters at the end of the input");
}

const UTF8 = new TextEncoder();

/** Lengths are of bytes, as pydantic counts them. */
function isShorter(text: string, bytes: number): boolean {
  return text.length < bytes && UTF8.encode(text).length < bytes;
}

function readDigits(text: string, start: number, count: number, error: string): number {
  const digits = text.slice(start, start + count);
  if (digits.length < count || !/^[0-9]+$/.test(digits)) throw new DateSyntaxError(error);
  return Number(digits);
}
