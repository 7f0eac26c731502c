export type { Files } from "./files.ts";
export { emitTree } from "./generate-tree.ts";
export { linkPackages } from "./link-packages.ts";
export { loadOverlaid, loadSpec } from "./load-spec.ts";
export { LEDGER, ledgerOf, readLedger, writeLedger } from "./name-ledger.ts";
export { applyOverlay } from "./overlay/apply-overlay.ts";
export { writeOverlay } from "./read/prepare-document.ts";
export { runPackages, runTree } from "./run.ts";
export { UsageError } from "./usage-error.ts";
