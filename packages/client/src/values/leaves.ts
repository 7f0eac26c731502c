import type { Extras } from "../extras.ts";
import { placeStyled } from "../params/styles.ts";
import type { OperationRow, ParamRow } from "../table.ts";
import { BadValue, type ConvertLeaf, convert, type Place, type ValuesRow } from "./convert.ts";
import { Exact, hasInteger, stringifyExact } from "./exact-json.ts";

/** @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const INTEGER = /^-?\d+$/;

/**
 * Decodes what came. Values of another JSON type than the plan says stay as they are: that is the business of validation.
 * Text that is no date is refused: a type that says Date would lie.
 */
export const decodeLeaf: ConvertLeaf = (leaf, value, place) => {
  if (leaf !== "date") return decodeInteger(leaf, value, place);
  if (typeof value !== "string") return value;
  try {
    return toDate(value);
  } catch {
    throw new BadValue(place, "a date and time with an offset (RFC 3339)");
  }
};

function decodeInteger(leaf: "bigint" | "digits", value: unknown, place: Place | undefined): unknown {
  // The time that a conversion takes grows faster than the digits.
  if (value instanceof Exact && value.digits.length > 4300)
    throw new BadValue(place, "an integer of up to 4,300 digits");
  if (value instanceof Exact) return leaf === "bigint" ? BigInt(value.digits) : value.digits;
  if (typeof value !== "number") return value;
  // Beyond, only digits without fraction and exponent are exact.
  if (!Number.isSafeInteger(value)) throw new BadValue(place, "an integer, written as digits");
  return leaf === "bigint" ? BigInt(value) : String(value);
}

/** The date of a text; a leap second is the second before. @throws RangeError for another text, and a day that there is not */
function toDate(text: string): Date {
  if (!DATE_TIME.test(text)) throw new RangeError("another text");
  const plain = text
    .toUpperCase()
    .replace(" ", "T")
    .replace(/:60(?=[.Z+-])/, ":59");
  const date = new Date(plain);
  date.toISOString();
  // `new Date` makes 2 March of 30 February.
  if (new Date(`${plain.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10) !== plain.slice(0, 10))
    throw new RangeError("no such day");
  return date;
}

/** Checks what is to be sent as JSON, and gives what `stringifyExact` writes. Dates write themselves. */
export const encodeLeaf: ConvertLeaf = (leaf, value, place) => {
  if (value instanceof Date && Number.isNaN(value.getTime())) throw new BadValue(place, "a valid date");
  if (leaf !== "digits" || typeof value !== "string") return value;
  if (!INTEGER.test(value)) throw new BadValue(place, "the digits of an integer");
  return new Exact(String(BigInt(value)));
};

/** Checks what is to be sent in a form: its fields are text, objects in it are JSON without long integers. */
export const encodeFormLeaf: ConvertLeaf = (leaf, value, place) => {
  const made = encodeLeaf(leaf, value, place);
  const digits = made instanceof Exact ? made.digits : typeof made === "bigint" ? String(made) : undefined;
  if (digits === undefined) return made;
  // Fields, and items of a field that is a list.
  const isField = !place?.outer || (typeof place.key === "number" && !place.outer.outer);
  if (isField) return digits;
  if (!Number.isSafeInteger(Number(digits)))
    throw new BadValue(place, "an integer below 2^53 within an object of a form");
  return Number(digits);
};

/**
 * Parameters with their values encoded: what is JSON within them has integers as long as they are, everything else is text.
 *
 * @throws BadValue for one that cannot be sent
 */
export function encodeParams(
  given: unknown,
  plans: NonNullable<ValuesRow["params"]>,
  { params: rows = {} }: OperationRow,
): unknown {
  if (Object(given) !== given) return given;
  const made: [string, unknown][] = Object.entries(given as object).map(([name, value]) => {
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    if (plan === undefined) return [name, value];
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    const encoded = convert(value, plan, encodeLeaf, { key: name, outer: undefined });
    return [name, row?.json ? encoded : toText(encoded, row)];
  });
  return Object.fromEntries(made);
}

/** Integers of a list or object as text. Objects within it are JSON, or in style `deepObject` objects again. */
function toText(value: unknown, row: ParamRow = {}): unknown {
  const isPlain = row.style === undefined && row.explode === undefined;
  const part = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(part);
    if (member instanceof Exact) return member.digits;
    if (typeof member !== "object" || !hasInteger(member)) return member;
    return isPlain ? stringifyExact(member) : membersOf(member as object);
  };
  const membersOf = (object: object): object =>
    Object.fromEntries(Object.entries(object).map(([name, member]) => [name, part(member)]));
  const isObject = typeof value === "object" && hasInteger(value) && !Array.isArray(value) && !(value instanceof Exact);
  return isObject ? membersOf(value as object) : part(value);
}

/** Places parameters as `placeStyled` does; in JSON a bigint is an integer. */
export const placeExactStyled: NonNullable<Extras["styles"]> = (into, name, given, row) => {
  const { json, ...plain } = row;
  return json && hasInteger(given)
    ? placeStyled(into, name, stringifyExact(given), { ...plain, style: "form" })
    : placeStyled(into, name, given, row);
};
