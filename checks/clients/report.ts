import type { IteratedLists } from "./iterate-lists.ts";
import type { Outcome } from "./program.ts";
import type { Vendor } from "./vendors.ts";

/** A vendor's calls, judged. */
export interface Judged {
  readonly vendor: Vendor;
  /** Version of the client. */
  readonly version: string;
  readonly here: readonly Outcome[];
  /** Result of iterating over the document's lists by our own client. */
  readonly lists: IteratedLists;
}

/** Calls that fail without being a known exception. */
export function missing(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(({ problem, exception }) => problem !== undefined && exception === undefined);
}

/** Lines about calls that do not do, or do again, what a user expects. */
export function problemsOf({ vendor: { name }, here, lists }: Judged): string[] {
  const calls = here.flatMap(({ call, problem, exception }) => {
    if (problem !== undefined) return [`${name}, ${call}: ${problem}${exception === undefined ? "" : " (known)"}`];
    return exception === undefined ? [] : [`${name}, ${call}: works, and is an exception no longer`];
  });
  return [...calls, ...lists.problems.map((problem) => `${name}, our client: ${problem}`)];
}

/** The table, and below it how many calls of each vendor are exceptions, with the causes. */
export function table(judged: readonly Judged[]): string {
  const rows = judged.map(({ vendor, version, here, lists }) => {
    const right = here.filter(({ problem }) => problem === undefined).length;
    return [`${vendor.client} ${version}`, here.length, right, lists.lists + lists.madeUp] as const;
  });
  const sum = (column: 1 | 2 | 3) => rows.reduce((total, row) => total + row[column], 0);
  const total = ["all", sum(1), sum(2), sum(3)];
  const head = [
    ["client", "calls", "right here", "lists iterated"],
    ["---", "---:", "---:", "---:"],
  ];
  const exceptions = judged.flatMap(({ vendor, here }) => {
    const causes = here.flatMap(({ exception }) => exception ?? []);
    return causes.length === 0 ? [] : [`- ${vendor.name}, ${causes.length}: ${[...new Set(causes)].join("; ")}`];
  });
  return [...[...head, ...rows, total].map((cells) => `| ${cells.join(" | ")} |`), "", ...exceptions].join("\n");
}
