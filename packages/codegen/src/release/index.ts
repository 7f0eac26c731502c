export { createGit, pendingChangesets, proposeChanges } from "./propose-changes.ts";
export { type Publishable, publishTarballs } from "./publish-tarballs.ts";
export { type Registry, startRegistry } from "./start-registry.ts";
export { tagRelease } from "./tag-release.ts";
