import { type Model, methodName, type Operation } from "@svc/model";

/** Operations that a message names. */
const SHOWN = 3;
/** Characters and segments of a path that are compared, which bounds the time. */
const COMPARED = { characters: 80, segments: 20 } as const;

/** Says that no operation matches a request, with the nearest operations and their differences, one line each. */
export function explainUnmatched(method: string, path: string, model: Model): string {
  const given = path.split("/", COMPARED.segments).map((segment) => segment.slice(0, COMPARED.characters));
  const ranked = model.operations
    .map((operation) => ({ operation, ...compare(method, given, operation) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN);
  const lines = ranked.map(
    ({ operation, reasons }) =>
      `  ${operation.method.toUpperCase()} ${operation.path} (${methodName(operation)}): ${reasons.join(", ")}`,
  );
  const shown = path.length > 500 ? `${path.slice(0, 500)}...` : path;
  return [`No operation matches ${method} ${shown}.`, ...(lines.length > 0 ? ["Nearest:", ...lines] : [])].join("\n");
}

function compare(
  method: string,
  given: readonly string[],
  operation: Operation,
): { distance: number; reasons: string[] } {
  const reasons: string[] = [];
  let distance = 0;
  const note = (reason: string, cost: number): void => {
    reasons.push(reason);
    distance += cost;
  };
  const wanted = operation.path.split("/");
  for (let index = 0; index < Math.max(wanted.length, given.length); index++) {
    const [want, got] = [wanted[index], given[index]];
    if (want === got || (want?.includes("{") && got)) continue;
    if (want === undefined) note(`it has no segment "${got}"`, 2);
    else if (!got) note(`segment "${want}" is missing`, 2);
    else note(`"${got}" instead of "${want}"`, 1 + editDistance(got, want) / Math.max(got.length, want.length));
  }
  const wantedMethod = operation.method.toUpperCase();
  if (wantedMethod !== method) note(`method ${method} instead of ${wantedMethod}`, 0.5);
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
