/**
 * Whether tests run whole (`pnpm test:proofs`) and not in a sample: every operation of the largest document, both
 * compilers, every point at which a bump can be killed. Minutes instead of seconds.
 */
export const isWhole: boolean = process.env["SVC_PROOFS"] === "1";
