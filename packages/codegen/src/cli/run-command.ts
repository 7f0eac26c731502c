import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** Options of {@link runCommand}. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The child draws on our terminal itself: nothing is captured. @default false */
  readonly inherit?: boolean;
  /** Milliseconds after which the command and all that it started are killed. @default 8 minutes */
  readonly timeoutMs?: number;
}

/** Result of a command. */
export interface CommandResult {
  /** Exit code; 1 where it was killed by a signal or could not be started. */
  readonly code: number;
  /** Standard output and error as they came, without escape sequences. */
  readonly output: string;
}

const children = new Set<ChildProcess>();

/** Runs a command to its end. Never throws: a command that cannot be started is a result with the reason. */
export function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [file = "", ...args] = command;
  const { timeoutMs = 8 * 60_000 } = options;
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
    children.add(child);
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\n${command.join(" ")} took longer than ${timeoutMs / 1000} s and was ended.\n`));
      endCommand(child, "SIGKILL");
    }, timeoutMs);
    const end = (code: number, reason = ""): void => {
      children.delete(child);
      clearTimeout(limit);
      resolve({ code, output: stripVTControlCharacters(Buffer.concat(chunks).toString("utf8")) + reason });
    };
    child.once("error", (error) => end(1, `${command.join(" ")}: ${error.message}\n`));
    child.once("close", (code, signal) => end(code ?? 1, signal === null ? "" : `${file} was ended by ${signal}\n`));
  });
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
