import { enableCompileCache } from "node:module";

// The compiler is nine megabytes of JavaScript, and types are stripped from hundreds of modules: compiled code from the last run
// saves half a second, here and in each process that is started. Modules that are imported before this call are not cached.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;
enableCompileCache();

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
