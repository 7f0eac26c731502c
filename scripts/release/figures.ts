/** What is measured of one packed package. */
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

/** What a package may weigh. */
export type Budget = Pick<Figures, "files" | "packed" | "unpacked" | "dependencies">;

/** Budgets by package name: the content of `budget.json`. */
export type Budgets = Readonly<Record<string, Budget>>;

/** Exports by package name: the content of `exports.json`. */
export type Surface = Readonly<Record<string, Figures["exports"]>>;
