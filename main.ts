import { enableCompileCache } from "node:module";

// The compiler is nine megabytes of JavaScript: compiled code from the last run saves a quarter of a second. Modules that
// are imported before this call are not cached.
enableCompileCache(`${import.meta.dirname}/node_modules/.cache/node`);

const { COMMANDS } = await import("./commands.ts");
const { forgetGit, runCommandLine } = await import("./scripts/toolkit/command.ts");

forgetGit(process.env);

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  commands: COMMANDS,
  program: "pnpm svc",
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
