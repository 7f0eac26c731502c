import { runCommandLine } from "../../scripts/toolkit/command.ts";
import { checkDocs } from "./command.ts";

// Builds the documentation site and looks at it: a task of `checks/turbo.json`. --help prints its options.
process.exitCode = await runCommandLine({
  argv: ["check", ...process.argv.slice(2)],
  commands: [{ name: "check", summary: "builds the site and looks at it", load: async () => checkDocs }],
  program: "node checks/docs/main.ts",
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
