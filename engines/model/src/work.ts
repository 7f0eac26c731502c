/**
 * Steps that a walk over schemas or values takes. Alternatives of alternatives multiply, in a document of 1 kB as well:
 * where as many are taken as may be, nothing further is explored, and what has been found is accepted.
 */
export interface Work {
  taken: number;
  /** Steps that may be taken. */
  most: number;
  /** Further steps for each property or item of a value that is checked. */
  readonly perPart: number;
  /** How often something was left unexplored. */
  ends: number;
}

/** Steps for one value that is made or checked: some tenths of a second. */
const VALUE_STEPS = 100_000;
/** Steps for the schemas of a document, whose shapes are kept. */
export const DOCUMENT_STEPS = 100_000;
/** Further steps for each schema of the document that is looked at. */
export const SCHEMA_STEPS = 20;
/** Further steps for each property or item of a value that somebody sends. */
const PART_STEPS = 64;
/** Steps for each issue that is told: a large value may have as many as parts. */
export const ISSUE_STEPS = 50;

/** Part of the steps left that one schema, or one set of patterns, may take: combinations double with each choice. */
const SHARE = 1 / 16;

/** The work for a value that is made, or for a part of a walk. */
export function createWork(most: number = VALUE_STEPS): Work {
  return { taken: 0, most, perPart: 0, ends: 0 };
}

/** The work for a value that is given, which may grow with the value. */
export function createCheckWork(): Work {
  return { ...createWork(), perPart: PART_STEPS };
}

/** Counts steps; false: there are no more, and what they are for is left out. */
export function spend(work: Work, steps = 1): boolean {
  work.taken += steps;
  if (isSpent(work)) work.ends++;
  return !isSpent(work);
}

/** Whether more steps are taken than may be. */
export function isSpent({ taken, most }: Work): boolean {
  return taken > most;
}

/** More steps for an object or array that is met for the first time. */
export function growWith(work: Work, value: object): void {
  if (work.perPart > 0) work.most += work.perPart * (Array.isArray(value) ? value.length : Object.keys(value).length);
}

/** Runs a walk that has its share of the steps left. */
export function withShare<T>(work: Work, walk: (share: Work) => T): T {
  const share = createWork(Math.max(0, Math.floor((work.most - work.taken) * SHARE)));
  const result = walk(share);
  work.taken += share.taken;
  return result;
}
