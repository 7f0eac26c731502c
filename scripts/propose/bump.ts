import { proposeBumpCommand, proposeChangesCommand } from "@svc/codegen/propose-command";
import { ROOT, svc } from "../toolkit/tools.ts";

export const proposeBump = proposeBumpCommand({
  root: ROOT,
  address: process.env["SVC_DOCUMENT_URL"] ?? "",
  bump: (file) => svc(ROOT, "bump", file),
  name: "pnpm spec:bump",
});

export const proposeChanges = proposeChangesCommand(ROOT);
