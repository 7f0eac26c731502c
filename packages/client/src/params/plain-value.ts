import { invalid } from "../checks.ts";

/** The value as plain data: dates, Temporal objects and whatever else knows its JSON form in that form, items likewise. */
export function plainValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValue(name, item));
  const plain =
    typeof (value as Partial<Date> | null | undefined)?.toJSON === "function" ? (value as Date).toJSON() : value;
  if (plain === null && value !== null) throw invalid(name, "a valid date");
  return plain;
}
