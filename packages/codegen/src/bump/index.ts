export { fails, parseFailOn } from "../commands/fail-on.ts";
export { writePage } from "../commands/write-page.ts";
export { applyStage, finishApplying } from "./apply-stage.ts";
export { type ChangesetInput, writeChangeset } from "./changeset.ts";
export { type BumpPlan, planBump } from "./plan-bump.ts";
export { compareVersions, frozenVersions, historyFile } from "./read-versions.ts";
export type { Repository } from "./repository.ts";
export { overlayRemarks, showPlan } from "./show-plan.ts";
export { copySources, createStage, listSources, removeOrphans, stagedChanges, stageEnv, writeFiles } from "./stage.ts";
