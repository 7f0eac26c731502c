import { runMain } from "../../scripts/toolkit/run-main.ts";
import { checkDocs } from "./command.ts";

// Builds the documentation site and looks at it: a task of `checks/turbo.json`. --help prints its options.
const COMMANDS = [{ name: "check", summary: "builds the site and looks at it", load: async () => checkDocs }];
await runMain(COMMANDS, "node checks/docs/main.ts", ["check", ...process.argv.slice(2)]);
