import { proposeBumpCommand, proposeChangesCommand } from "@svc/codegen/propose-command";
import { ROOT, svc } from "../toolkit/tools.ts";

export const proposeBump = proposeBumpCommand({
  root: ROOT,
  address: process.env["SVC_DOCUMENT_URL"] ?? "",
  // Most documents change without another version: people see it in the pull request.
  bump: (file) => svc(ROOT, "bump", file, "--allow-same-version"),
  name: "pnpm spec:bump",
});

export const proposeChanges = proposeChangesCommand(ROOT);
