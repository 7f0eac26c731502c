#!/usr/bin/env node
import { runCommandLine } from "./cli/run-command-line.ts";
import { commandsOf } from "./commands/index.ts";

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  // The second is the module that `@svc/codegen` is in a configuration.
  commands: commandsOf(process.cwd(), new URL("./index.js", import.meta.url)),
  program: "svc-codegen",
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
