import type { ParamRow } from "../runtime/table.ts";
import { formatDuration } from "./duration.ts";

/**
 * The value as plain data: dates, Temporal objects and whatever else knows its JSON form in that form, members that are
 * `undefined` or `null` left out.
 */
export function plainValue(name: string, value: unknown, row?: ParamRow): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if ("toJSON" in value) return (value as { toJSON(): unknown }).toJSON();
  if (Array.isArray(value)) return value.map((item) => plainValue(name, item));
  if (row?.duration) return formatDuration(name, value as Record<string, unknown>);
  const entries = Object.entries(value).filter(([, member]) => member != null);
  return Object.fromEntries(entries.map(([key, member]) => [key, plainValue(name, member)]));
}
