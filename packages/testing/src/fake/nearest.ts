import { editDistance, type Model, methodName, type Operation, routeText, serverAddresses } from "@svc/model/data";

/** Operations that a message names. */
const SHOWN = 3;
/** Characters and segments of a path that are compared, which bounds the time. */
const COMPARED = { characters: 80, segments: 20 } as const;

/** Says that no operation matches a request, with the nearest operations and their differences, one line each. */
export function explainUnmatched(method: string, path: string, model: Model): string {
  const prefixes = ["", ...serverAddresses(model).flatMap((server) => server.path?.exec(path)?.[0] ?? [])];
  const readings = prefixes.map((prefix) => segmentsOf(path.slice(prefix.length)));
  const ranked = model.operations
    .map((operation) => ({ operation, ...nearestOf(readings.map((given) => compare(method, given, operation))) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN);
  const lines = ranked.map(
    ({ operation, reasons }) => `  ${routeText(operation)} (${methodName(operation)}): ${reasons.join(", ")}`,
  );
  const shown = path.length > 500 ? `${path.slice(0, 500)}...` : path;
  return [`No operation matches ${method} ${shown}.`, ...(lines.length > 0 ? ["Nearest:", ...lines] : [])].join("\n");
}

function segmentsOf(path: string): string[] {
  return path.split("/", COMPARED.segments).map((segment) => segment.slice(0, COMPARED.characters));
}

interface Comparison {
  readonly distance: number;
  readonly reasons: readonly string[];
}

/** The path may have that of a server before it. */
function nearestOf(comparisons: readonly Comparison[]): Comparison {
  return comparisons.reduce((best, one) => (one.distance < best.distance ? one : best));
}

function compare(method: string, given: readonly string[], operation: Operation): Comparison {
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
