export { createGit, pendingChangesets, proposeChanges, tagRelease } from "./propose-changes.ts";
export { publishTarballs } from "./publish-tarballs.ts";
