const { SVC_PROOFS, SVC_SEED } = process.env;

/**
 * Whether tests run whole (`pnpm test:proofs`) and not in a sample: every operation of the largest document, both
 * compilers, every point at which a bump can be killed. Minutes instead of seconds.
 */
export const isWhole: boolean = SVC_PROOFS === "1";

/** How often a property is tried, or how large what grows is made: in the sample, and in the whole. */
export function runs(sample: number, whole: number): number {
  return isWhole ? whole : sample;
}

/** The seed of what a test makes up by itself: `SVC_SEED`, else its own. Properties of fast-check print theirs. */
export function seedOr(own: number): number {
  return SVC_SEED === undefined ? own : Number(SVC_SEED);
}
