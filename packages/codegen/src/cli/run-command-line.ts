import { parseArgs } from "node:util";
import { DocumentError, formatFinding } from "@svc/model";
import { describeSystemError, UsageError } from "../usage-error.ts";
import type { Command, CommandEntry, Input, Options } from "./command.ts";

/** Options of {@link runCommandLine}. */
export interface CommandLine {
  /** Arguments after the script: a command, its options and operands. */
  readonly argv: readonly string[];
  readonly commands: readonly CommandEntry[];
  /** The program as people type it: `pnpm svc`. */
  readonly program: string;
  /** Prints to standard output. */
  readonly write: (text: string) => void;
  /** Prints to standard error. */
  readonly writeError: (text: string) => void;
}

/**
 * Runs the command that the arguments name. With `--help` or `-h` anywhere among them it prints the help and runs nothing.
 *
 * @returns the exit code: that of the command; 1, with one line per finding, for a document or a place that is refused; 2, with one
 * line, for arguments that are unknown or do not fit
 */
export async function runCommandLine({ argv, commands, program, write, writeError }: CommandLine): Promise<number> {
  // Package managers pass on the `--` in front of the options of a script.
  const words = argv.filter((word) => word !== "--");
  const wantsHelp = words.some((word) => word === "--help" || word === "-h");
  const entry = findEntry(words, commands);
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const list = commandList(group.length > 0 ? group : commands, program);
  if (entry === undefined) {
    if (wantsHelp) write(list);
    else writeError(list);
    return wantsHelp ? 0 : 2;
  }
  const command = await entry.load();
  if (wantsHelp) {
    write(`${commandHelp(entry, command, program)}${entry.name === "" ? `\n${list}` : ""}`);
    return 0;
  }
  try {
    return await command.run(
      parseInput(command, entry.name === "" ? words : words.slice(entry.name.split(" ").length)),
    );
  } catch (error) {
    if (error instanceof DocumentError) {
      writeError(error.findings.map((finding) => `${formatFinding(finding)}\n`).join(""));
      return 1;
    }
    const refused = describeSystemError(error);
    if (refused !== undefined) {
      writeError(`${refused}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    writeError(`${error.message} (${invocation(entry, program)} --help)\n`);
    return 2;
  }
}

/** The entry whose name the words begin with; of several the longest. Options come after no name. */
function findEntry(words: readonly string[], commands: readonly CommandEntry[]): CommandEntry | undefined {
  const text = `${words.join(" ")} `;
  const isUnnamed = /^(?: |-)/.test(text);
  return commands
    .filter(({ name }) => (name === "" ? isUnnamed : text.startsWith(`${name} `)))
    .sort((a, b) => b.name.length - a.name.length)
    .at(0);
}

function parseInput(command: Command, args: readonly string[]): Input<Options> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    assertOperands(command.operands ?? [], positionals);
    return { values: values as Input<Options>["values"], operands: positionals };
  } catch (error) {
    // Node.js adds advice on `--` after the first sentence.
    if (isParseError(error)) throw new UsageError(error.message.split(/\. |\n/)[0] ?? "", { cause: error });
    throw error;
  }
}

function assertOperands(declared: readonly string[], given: readonly string[]): void {
  const required = declared.filter((name) => !name.startsWith("["));
  const isOpen = required.length < declared.length;
  if (given.length >= required.length && (isOpen || given.length === required.length)) return;
  const expected = declared.length === 0 ? "No argument" : `Expected ${declared.join(" ")}`;
  throw new UsageError(`${expected}, ${given.length} given`);
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}

/** The command as people type it. */
function invocation({ name, script }: CommandEntry, program: string): string {
  return script === undefined ? `${program} ${name}`.trimEnd() : `pnpm ${script}`;
}

function commandHelp(entry: CommandEntry, { operands = [], options, description }: Command, program: string): string {
  const flags = Object.entries(options).map(([name, { value, text }]) => ({
    flag: value === undefined ? `--${name}` : `--${name} ${value}`,
    text,
  }));
  const usage = [invocation(entry, program), ...operands, ...flags.map(({ flag }) => `[${flag}]`)].join(" ");
  const rows = [...flags, { flag: "--help, -h", text: "print this and do nothing" }];
  return `${usage}\n\n${description}\n\n${columns(rows.map(({ flag, text }) => [flag, text]))}`;
}

function commandList(commands: readonly CommandEntry[], program: string): string {
  const rows = commands.map((entry): [string, string] => [invocation(entry, program), entry.summary]);
  return `${program} COMMAND [ARGUMENT ...]\n\n${columns(rows)}\n  Options and arguments: ${program} COMMAND --help\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
