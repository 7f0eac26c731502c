export type { BumpPlan } from "./plan-bump.ts";
export type { Repository } from "./repository.ts";
export {
  copySources,
  createStage,
  listSources,
  stageEnv,
  writeFiles,
} from "./stage.ts";
export { TAKING, takeDocument } from "./take-document.ts";
