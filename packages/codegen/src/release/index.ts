export { createGit, pendingChangesets, proposeChanges, tagRelease } from "./propose-changes.ts";
export { type Publishable, publishTarballs } from "./publish-tarballs.ts";
export { type Registry, startRegistry } from "./start-registry.ts";
