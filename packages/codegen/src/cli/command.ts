/** An option of a command. Every command also takes `--help` and `-h`. */
export interface Option {
  readonly type: "boolean" | "string";
  /** Placeholder of the value in the help, for options of type `string`: `FILE`. */
  readonly value?: string;
  /** May be given several times, in order. */
  readonly multiple?: true;
  readonly text: string;
}

/** Options by their long names, without dashes. */
export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { readonly multiple: true }
    ? readonly string[]
    : string;

/** The parsed command line. */
export interface Input<O extends Options> {
  readonly values: { readonly [name in keyof O]?: Value<O[name]> | undefined };
  readonly operands: readonly string[];
}

/** A command of a program. Loading its module has no effect: everything happens in {@link Command.run}. */
export interface Command<O extends Options = Options> {
  /** Arguments that are no options: `FILE` is required, `[NAME ...]` stands for any number. */
  readonly operands?: readonly string[];
  readonly options: O;
  readonly description: string;
  /** Returns the exit code. @throws UsageError for arguments that do not fit together */
  run(input: Input<O>): Promise<number>;
}

/** Infers the types of the values from the options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command;
}

/** An entry in the table of commands. */
export interface CommandEntry {
  /** The words after the name of the program; empty: what it does where options come first, or nothing. */
  readonly name: string;
  /** The script of the root manifest that runs it, where it has one. */
  readonly script?: string;
  readonly summary: string;
  /** Imports the command, so that each start loads only what it runs. */
  readonly load: () => Promise<Command>;
}
