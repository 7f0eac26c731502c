import { ANNOTATIONS } from "@svc/model";

/** JSON with sorted keys: equal for equal values, whatever their order. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalText(item)}`);
  return `{${members.join(",")}}`;
}

/** Lists of names and values whose order means nothing. */
const SETS: ReadonlySet<string> = new Set(["enum", "required", "type", "dependentRequired"]);

/** The text of a rule of schemas: neither prose nor the order of a set matters, and a `const` is an `enum` of one. */
export function ruleText(value: unknown, isSet = false): string {
  if (Array.isArray(value)) {
    const texts = value.map((item) => ruleText(item));
    return `[${(isSet ? texts.sort() : texts).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([key, item]) => item !== undefined && !ANNOTATIONS.has(key))
    .map(([key, item]): [string, unknown] => (key === "const" ? ["enum", [item]] : [key, item]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${ruleText(item, isSet || SETS.has(key))}`);
  return `{${members.join(",")}}`;
}
