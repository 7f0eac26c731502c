#!/usr/bin/env node
import { DocumentError, formatFinding } from "@svc/model";
import { HELP, parseCommand, resolveOptions } from "./bin/parse-command.ts";
import { publishedHost } from "./bin/published-host.ts";
import { loadConfig } from "./config/load-config.ts";
import { runTree } from "./run-tree.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.kind === "help") console.log(HELP.trimEnd());
  else if (command.kind === "version") console.log(version());
  else {
    const api = new URL("./index.js", import.meta.url);
    const options = resolveOptions(command.given, await loadConfig(process.cwd(), command.given.config, api));
    process.exitCode = await runTree(options, publishedHost(options));
  }
} catch (error) {
  if (error instanceof DocumentError) console.error(error.findings.map(formatFinding).join("\n"));
  else if (error instanceof UsageError)
    console.error(`svc-codegen: ${error.message}\nsvc-codegen --help lists the options.`);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
