import { UsageError } from "@svc/codegen";
import { DocumentError } from "@svc/model";

export interface CommandLine {
  /** Returns the exit code. */
  readonly main: (argv: readonly string[]) => Promise<number>;
  readonly usage: string;
  readonly write: (text: string) => void;
}

/** Runs a command to its exit code: 1 with every finding of a document, 2 with the usage for arguments that do not fit. */
export async function runCommandLine({ main, usage, write }: CommandLine): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseError(error);
    if (!(isUsage || error instanceof DocumentError)) throw error;
    write(`${error.message}\n${isUsage ? `\n${usage}\n` : ""}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** What `parseArgs` throws for options that it does not know. */
function isParseError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}
