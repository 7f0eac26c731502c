export { pendingChangesets } from "./pending-changesets.ts";
export { type BumpProposal, openProposal, writeProposal } from "./propose-bump.ts";
export { createGit, type Git, type Proposal, proposeChanges } from "./propose-changes.ts";
export { type Publishable, type PublishOptions, publishTarballs } from "./publish-tarballs.ts";
export { tagRelease } from "./tag-release.ts";
