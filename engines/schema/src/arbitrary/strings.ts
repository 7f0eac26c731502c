import { own, regExp } from "@svc/model/data";
import type { Arbitrary } from "fast-check";
import type { Shape } from "../shape/shape.ts";
import { MAX_FILLED } from "../values/fit-length.ts";
import { fitsString } from "../values/string.ts";
import type { FastCheckModule, Spare } from "./context.ts";

/** Longest text where there is no bound. */
const MAX_LENGTH = 120;

/**
 * Texts of a shape: empty, ASCII, any of Unicode, of each length that is allowed; of its format and pattern where it has
 * one. `spare` makes texts that fit, for what cannot be made so.
 */
export function stringArbitrary(shape: Shape, fc: FastCheckModule, spare: Spare<string>): Arbitrary<string> {
  // What is too long is told by who makes spare texts, not made.
  if (shape.minLength > MAX_FILLED) return seeds(fc).map(spare);
  const [pattern] = shape.patterns;
  const [format] = shape.formats;
  const special =
    pattern !== undefined ? matching(pattern, fc) : format !== undefined ? own(FORMATS, format)?.(fc) : undefined;
  if (special !== undefined) return orSpare(special, shape, fc, spare);
  if (pattern !== undefined || (format !== undefined && !isFree(format))) return seeds(fc).map(spare);
  const maxLength = Math.max(shape.minLength, Math.min(shape.maxLength, Math.max(MAX_LENGTH, shape.minLength + 10)));
  const lengths = { minLength: shape.minLength, maxLength };
  const plain = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.string(lengths) },
    { weight: 2, arbitrary: fc.string({ ...lengths, unit: "binary" }) },
    { weight: 1, arbitrary: fc.string({ ...lengths, size: "max" }) },
    { weight: 2, arbitrary: seeds(fc).map(spare) },
  );
  return orSpare(plain, shape, fc, spare);
}

/** Formats that any text has. */
function isFree(format: string): boolean {
  return format === "binary" || format === "password";
}

/** Values that do not fit are replaced, never thrown away: no number of tries can be too few. */
function orSpare(texts: Arbitrary<string>, shape: Shape, fc: FastCheckModule, spare: Spare<string>): Arbitrary<string> {
  return fc
    .tuple(texts, seeds(fc))
    .map(([text, seed]) => (isClean(text) && fitsString(shape, text) ? text : spare(seed)));
}

/** Numbers that spare values are made for. */
export function seeds(fc: FastCheckModule): Arbitrary<number> {
  return fc.nat(0xffff);
}

/** Half of a surrogate pair does not survive UTF-8. */
function isClean(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function matching(pattern: string, fc: FastCheckModule): Arbitrary<string> | undefined {
  const expression = regExp(pattern);
  if (expression === undefined) return undefined;
  try {
    const texts = fc.stringMatching(expression);
    // It says only when asked for a text that it does not know a construct.
    fc.sample(texts, { seed: 1, numRuns: 3 });
    return texts;
  } catch {
    return undefined;
  }
}

type Make = (fc: FastCheckModule) => Arbitrary<string>;

const dates: Make = (fc) =>
  fc
    .date({ min: new Date("0001-01-02T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString());
/** As services write them: whole seconds, milliseconds, or Python's microseconds. */
const times: Make = (fc) =>
  fc
    .tuple(dates(fc), fc.constantFrom(0, 3, 3, 6), fc.nat(999))
    .map(([date, digits, micros]) => date.replace(/\.(\d{3})Z$/, fractionOf(digits, String(micros).padStart(3, "0"))));
const fractionOf = (digits: number, micros: string): string =>
  digits === 0 ? "Z" : digits === 3 ? ".$1Z" : `.$1${micros}Z`;
const offsets: Make = (fc) => fc.constantFrom("Z", "Z", "+00:00", "-05:30", "+14:00");
const durations: Make = (fc) =>
  fc
    .tuple(fc.nat(400), fc.nat(48), fc.nat(120), fc.nat(120))
    .map(([days, hours, minutes, seconds]) => `P${days}DT${hours}H${minutes}M${seconds}S`);

const FORMATS: { readonly [format: string]: Make } = {
  "date-time": (fc) => fc.tuple(times(fc), offsets(fc)).map(([date, offset]) => date.replace("Z", offset)),
  date: (fc) => dates(fc).map((date) => date.slice(0, 10)),
  time: (fc) => times(fc).map((date) => date.slice(11)),
  duration: durations,
  uuid: (fc) => fc.uuid(),
  email: (fc) => fc.emailAddress(),
  uri: (fc) => fc.webUrl({ withFragments: true, withQueryParameters: true }),
  hostname: (fc) => fc.domain(),
  ipv4: (fc) => fc.ipV4(),
  ipv6: (fc) => fc.ipV6(),
  byte: (fc) => fc.base64String(),
};
