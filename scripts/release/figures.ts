/** Measurements of one packed package. */
export interface Figures {
  readonly name: string;
  readonly version: string;
  /** Number of files. */
  readonly files: number;
  /** Bytes of the tarball. */
  readonly packed: number;
  /** Bytes of the files in it. */
  readonly unpacked: number;
  /** Names of what is installed with it, in alphabetical order. Optional peers are not. */
  readonly dependencies: readonly string[];
  /** Subpath → exported name → its declaration in one line. */
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Upper limits of a package's measurements. */
export type Budget = Pick<Figures, "files" | "packed" | "unpacked" | "dependencies">;

/** Budgets by package name: the content of `budget.json`. */
export type Budgets = Readonly<Record<string, Budget>>;

/** Exports by package name: the content of `exports.json`. */
export type Surface = Readonly<Record<string, Figures["exports"]>>;

const LIMITS = ["files", "packed", "unpacked"] as const;

/** Findings if a package is larger than its budget, or has a dependency that the budget does not name. */
export function overBudget(figures: Figures, budgets: Budgets): string[] {
  const { name } = figures;
  const budget = budgets[name];
  if (budget === undefined) return [`${name} has no budget`];
  const exceeded = LIMITS.filter((limit) => figures[limit] > budget[limit]);
  return [
    ...exceeded.map((limit) => `${name}: ${limit} is ${figures[limit]}, the budget ${budget[limit]}`),
    ...differences(`${name}: dependency`, figures.dependencies, budget.dependencies),
  ];
}

/** Findings if the exports of a package differ from `exports.json`. */
export function surfaceDifferences(figures: Figures, surface: Surface): string[] {
  const known = surface[figures.name] ?? {};
  const subpaths = new Set([...Object.keys(known), ...Object.keys(figures.exports)]);
  return [...subpaths].flatMap((subpath) => {
    const what = `${figures.name} ${subpath}: export`;
    const [actual, expected] = [figures.exports[subpath] ?? {}, known[subpath] ?? {}];
    const changed = Object.keys(actual).filter((name) => name in expected && actual[name] !== expected[name]);
    return [
      ...differences(what, Object.keys(actual), Object.keys(expected)),
      ...changed.map((name) => `${what} ${name} is declared differently`),
    ];
  });
}

/** A budget that leaves a tenth of what is measured for growth, in whole kilobytes. */
export function budgetFor(figures: Figures): Budget {
  const kilobytes = (bytes: number): number => Math.ceil((bytes * 1.1) / 1000) * 1000;
  return {
    files: Math.ceil(figures.files * 1.1),
    packed: kilobytes(figures.packed),
    unpacked: kilobytes(figures.unpacked),
    dependencies: figures.dependencies,
  };
}

function differences(what: string, actual: readonly string[], expected: readonly string[]): string[] {
  return [
    ...actual.filter((name) => !expected.includes(name)).map((name) => `${what} ${name} is new`),
    ...expected.filter((name) => !actual.includes(name)).map((name) => `${what} ${name} is missing`),
  ];
}
