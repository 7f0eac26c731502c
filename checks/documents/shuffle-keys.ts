/** The JSON text with the keys of every object in another order, the same each time: that of their reversed texts. */
export function shuffleKeys(text: string): string {
  return JSON.stringify(shuffle(JSON.parse(text)));
}

function shuffle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffle);
  if (typeof value !== "object" || value === null) return value;
  const rank = (key: string) => [...key].reverse().join("");
  const entries = Object.entries(value).sort(([a], [b]) => (rank(a) < rank(b) ? 1 : -1));
  return Object.fromEntries(entries.map(([key, item]) => [key, shuffle(item)]));
}
