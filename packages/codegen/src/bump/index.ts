export { fails, parseFailOn } from "../commands/fail-on.ts";
export { writePage } from "../commands/write-page.ts";
export { applyStage, finishApplying } from "./apply-stage.ts";
export { withBumpLock } from "./bump-lock.ts";
export { type ChangesetInput, writeChangeset } from "./changeset.ts";
export { createLineFinder, createMethodFinder } from "./line-finder.ts";
export { type BumpPlan, planBump } from "./plan-bump.ts";
export { compareVersions, historyFile } from "./read-versions.ts";
export type { Repository } from "./repository.ts";
export { overlayRemarks, showPlan } from "./show-plan.ts";
export {
  copySources,
  createStage,
  createStageFolder,
  listSources,
  removeOrphans,
  stagedChanges,
  stageEnv,
  writeFiles,
} from "./stage.ts";
