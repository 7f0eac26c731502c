import { formatFloat, JsonFloat } from "@svc/fastapi-validation";

/**
 * Compact JSON of what the fake's reader has read: big integers and floats as they were.
 *
 * @throws TypeError for NaN and infinity, which JSON does not have
 */
export function writeJson(value: unknown): string {
  if (value instanceof JsonFloat) {
    if (!Number.isFinite(value.value)) throw new TypeError(`${value.value} has no JSON form`);
    return formatFloat(value.value);
  }
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(",")}}`;
}
