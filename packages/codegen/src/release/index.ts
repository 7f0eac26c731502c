export { proposeCommand } from "../commands/propose.ts";
export { publishCommand, type ReleasePath, told, versionCommand } from "../commands/release.ts";
export { checkPacked, filesOf } from "./check-packed.ts";
export { type PackedRepository, tableOf, versionDifferences } from "./pack-repository.ts";
