/** Why a text is no duration: the `ctx.error` of pydantic's `time_delta_parsing`. */
export const DURATION_ERRORS = {
  tooShort: "input is too short",
  extra: "unexpected extra characters at the end of the input",
  number: "invalid digit in duration",
  days: '"day" identifier in duration not correctly formatted',
  repeatedT: "`t` character repeated in duration",
  fraction: "quantity fraction invalid in duration",
  dateUnit: "quantity invalid in date part of duration",
  timeUnit: "quantity invalid in time part of duration",
  valueTooLarge: "a numeric value in the duration is too large",
  daysTooLarge: "durations may not exceed 999,999,999 days",
  hoursTooLarge: "durations may not exceed 999,999,999 hours",
  hour: "invalid character in hour",
  minute: "invalid character in minute",
  second: "invalid character in second",
  minuteRange: "minute value is outside expected range of 0-59",
  secondRange: "second value is outside expected range of 0-59",
  fractionMissing: "second fraction digits missing after `.`",
} as const;

export type DurationErrorName = keyof typeof DURATION_ERRORS;

/** Internal to the duration parsers: leaves them from any depth. */
export class DurationSyntaxError extends Error {
  override readonly name = "DurationSyntaxError";
  readonly reason: string;

  constructor(name: DurationErrorName) {
    super(DURATION_ERRORS[name]);
    this.reason = DURATION_ERRORS[name];
  }
}
