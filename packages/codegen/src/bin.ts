#!/usr/bin/env node
import { DocumentError, formatFinding } from "@svc/model";
import { HELP, parseCommand, resolveOptions } from "./bin/parse-command.ts";
import { publishedHost } from "./bin/published-host.ts";
import { finishInterrupted } from "./bump/apply-stage.ts";
import { runCommandLine } from "./cli/run-command-line.ts";
import { terminalDialog } from "./commands/ask.ts";
import { commandsOf } from "./commands/index.ts";
import { askName } from "./commands/propose-name.ts";
import { type LoadedConfig, loadConfig } from "./config/load-config.ts";
import { generateRepository } from "./repository/generate-repository.ts";
import { repositoryOf } from "./repository/load-repository.ts";
import { runTree, type TreeOptions } from "./run-tree.ts";
import { version } from "./stamp.ts";
import { describeSystemError, UsageError } from "./usage-error.ts";

/** The module that `@svc/codegen` is in a configuration. */
const api = new URL("./index.js", import.meta.url);
const argv = process.argv.slice(2);
const commands = commandsOf(process.cwd(), api);

process.exitCode = commands.some(({ name }) => name.split(" ")[0] === argv[0])
  ? await runCommandLine({
      argv,
      commands,
      program: "svc-codegen",
      write: (text) => void process.stdout.write(text),
      writeError: (text) => void process.stderr.write(text),
    })
  : await generate(argv);

/** Without the name of a command: generates a tree, or the packages of the repository in which it runs. */
async function generate(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    if (command.kind === "help") console.log(HELP.trimEnd());
    else if (command.kind === "version") console.log(version());
    else {
      const config = await loadConfig(process.cwd(), command.given.config, api);
      if (config?.config.scope !== undefined) return await generatePackages(config, args);
      const options = await withName(resolveOptions(command.given, config));
      return await runTree(options, publishedHost(options));
    }
    return 0;
  } catch (error) {
    if (error instanceof DocumentError) console.error(error.findings.map(formatFinding).join("\n"));
    else if (error instanceof UsageError)
      console.error(`svc-codegen: ${error.message}\nsvc-codegen --help lists the options.`);
    else if (describeSystemError(error) !== undefined) console.error(`svc-codegen: ${describeSystemError(error)}`);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Asks for a name where none is given; without a terminal the name is `svc`. */
async function withName(options: TreeOptions): Promise<TreeOptions> {
  const isAsked = options.name === undefined && !options.check && !/^https?:/.test(options.spec);
  const dialog = isAsked ? terminalDialog() : undefined;
  if (dialog === undefined) return options;
  try {
    return { ...options, name: await askName(options.spec, dialog.ask) };
  } finally {
    dialog.close();
  }
}

async function generatePackages({ config, folder }: LoadedConfig, args: readonly string[]): Promise<number> {
  const other = args.find((arg) => arg !== "--check");
  if (other !== undefined) throw new UsageError(`${other}: does not fit together with scope, in svc.config.ts.`);
  const check = args.includes("--check");
  const finished = await finishInterrupted(folder, { isDry: check });
  if (finished !== undefined) console.error(finished);
  const repository = repositoryOf(folder, { ...config, scope: config.scope ?? "" });
  const onWarning = (warning: Parameters<typeof formatFinding>[0]): void =>
    console.error(`warning: ${formatFinding(warning)}`);
  return generateRepository(repository, { check, onWarning });
}
