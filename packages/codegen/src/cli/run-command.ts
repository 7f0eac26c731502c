import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Options of {@link runCommand}. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The child draws on our terminal itself: nothing is captured. @default false */
  readonly inherit?: boolean;
  /**
   * Milliseconds after which the command and all that it started are ended. The default only ends what hangs, before the limit of an hour
   * that a bump has, which would tell nothing of its steps. @default 55 minutes
   */
  readonly timeoutMs?: number;
}

/** Result of a command. */
export interface CommandResult {
  /** Exit code; 1 where it was killed by a signal or could not be started. */
  readonly code: number;
  /** Standard output and error as they came, without escape sequences. */
  readonly output: string;
  /** Why it did not end by itself: its time was over, a signal came, or it could not be started. The last line of the output, too. */
  readonly ended?: string;
}

const children = new Set<ChildProcess>();

/** Milliseconds in which a command may end what it has started itself, in groups of their own, before it is killed. */
const GRACE_MS = 5000;

/**
 * Runs a command to its end; a signal that ends this process ends the command as well. Never throws: a command that cannot be started is
 * a result with the reason.
 */
export function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [file = "", ...args] = command;
  const { timeoutMs = 55 * 60_000 } = options;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...(options.inherit ? {} : PLAIN), ...options.env },
      stdio: options.inherit ? "inherit" : ["ignore", "pipe", "pipe"],
      // A process group of its own, so that what the command starts can be ended with it.
      detached: !options.inherit && process.platform !== "win32",
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
    remember(child);
    let late: string | undefined;
    let limit = setTimeout(() => {
      late = `${command.join(" ")} took longer than ${timeoutMs / 1000} s and was ended.`;
      endCommand(child, "SIGTERM");
      limit = setTimeout(() => endCommand(child, "SIGKILL"), GRACE_MS);
    }, timeoutMs);
    const end = (code: number, reason?: string): void => {
      forget(child);
      clearTimeout(limit);
      const output = stripVTControlCharacters(Buffer.concat(chunks).toString("utf8"));
      if (reason === undefined) resolve({ code, output });
      else
        resolve({ code: code || 1, output: `${output}${/[^\n]$/.test(output) ? "\n" : ""}${reason}\n`, ended: reason });
    };
    child.once("error", (error) => end(1, `${command.join(" ")}: ${error.message}`));
    child.once("close", (code, signal) =>
      end(code ?? 1, late ?? (signal === null ? undefined : `${command.join(" ")} was ended by ${signal}.`)),
    );
  });
}

/** {@link runCommand} of what has to succeed. @throws Error with its output where it fails */
export async function must(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandResult> {
  const result = await runCommand(command, { cwd, env });
  if (result.code !== 0) throw new Error(`${command.map((part) => basename(part)).join(" ")}:\n${result.output}`);
  return result;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Groups of their own would go on when this process ends. */
function remember(child: ChildProcess): void {
  if (children.size === 0) for (const signal of SIGNALS) process.prependListener(signal, endAll);
  children.add(child);
}

function forget(child: ChildProcess): void {
  children.delete(child);
  if (children.size === 0) for (const signal of SIGNALS) process.removeListener(signal, endAll);
}

/** Ends this process as well, unless somebody else listens and does. */
function endAll(signal: NodeJS.Signals): void {
  endCommands();
  for (const one of SIGNALS) process.removeListener(one, endAll);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Ends every command that still runs. */
export function endCommands(): void {
  for (const child of children) endCommand(child, "SIGTERM");
}

function endCommand(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // Not the leader of a group (it draws on our terminal), or gone already.
    child.kill(signal);
  }
}

/** No colour in captured output, and no telemetry or update check from any tool. */
const PLAIN = {
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
};
