const PROSE: ReadonlySet<string> = new Set(["title", "description", "examples", "default", "deprecated"]);

/** JSON with sorted keys: equal for equal values, whatever their order. Prose of schemas is left out on request. */
export function canonicalText(value: unknown, withoutProse = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, withoutProse)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([key, item]) => item !== undefined && !(withoutProse && PROSE.has(key)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalText(item, withoutProse)}`);
  return `{${members.join(",")}}`;
}
