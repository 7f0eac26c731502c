import type { Model, Operation } from "@svc/model";

/** Why no operation matches a request, and which come nearest: one line each. */
export function explainUnmatched(method: string, path: string, model: Model, count = 3): string {
  const ranked = model.operations
    .map((operation) => ({ operation, ...compare(method, path, operation) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count);
  const lines = ranked.map(
    ({ operation, reasons }) =>
      `  ${operation.method.toUpperCase()} ${operation.path} (${operation.id}): ${reasons.join(", ") || "matches"}`,
  );
  return [`No operation matches ${method} ${path}.`, ...(lines.length > 0 ? ["Nearest:", ...lines] : [])].join("\n");
}

function compare(method: string, path: string, operation: Operation): { distance: number; reasons: string[] } {
  const reasons: string[] = [];
  let distance = 0;
  const wanted = operation.path.split("/");
  const given = path.split("/");
  for (let index = 0; index < Math.max(wanted.length, given.length); index++) {
    const [want, got] = [wanted[index], given[index]];
    if (want === got || (want?.includes("{") && got !== undefined && got !== "")) continue;
    if (want === undefined) {
      reasons.push(`has no segment "${got}"`);
      distance += 2;
    } else if (got === undefined || got === "") {
      reasons.push(`segment ${want} is missing`);
      distance += 2;
    } else {
      reasons.push(`segment "${got}" is not "${want}"`);
      distance += 1 + editDistance(got, want) / Math.max(got.length, want.length);
    }
  }
  if (operation.method.toUpperCase() !== method.toUpperCase()) {
    reasons.push(`method is ${operation.method.toUpperCase()}`);
    distance += 0.5;
  }
  return { distance, reasons };
}

/** Levenshtein distance: insertions, deletions and replacements of characters. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
