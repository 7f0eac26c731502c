/** A value as JavaScript source: as short as somebody would type it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(([key, part]) => `${fieldName(key)}: ${literal(part)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function fieldName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
