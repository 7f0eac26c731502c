import { spawn } from "node:child_process";

/** A process that runs until it is stopped. */
export interface Started {
  /** The match of `ready` in what it printed. */
  readonly ready: RegExpExecArray;
  /** Text that it has printed so far. */
  output(): string;
  /** Ends it, by force if it takes longer than three seconds. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/**
 * Starts a process that serves, and waits for what it prints when it is ready.
 *
 * @param ready matched against all that it has printed; the empty pattern does not wait
 * @throws Error with what it printed, if it ends or takes too long before
 */
export async function startProcess(command: readonly string[], cwd: string, ready: RegExp): Promise<Started> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  let text = "";
  const stop = async (): Promise<void> => {
    child.kill();
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
    await ended;
    clearTimeout(timer);
  };
  let timer: NodeJS.Timeout | undefined;
  const match = await new Promise<RegExpExecArray | null>((resolve) => {
    const look = (): void => {
      const found = ready.exec(text);
      if (found !== null) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        look();
      });
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
    look();
    void ended.then(() => resolve(null));
  });
  clearTimeout(timer);
  if (match !== null) return { ready: match, output: () => text, stop };
  await stop();
  throw new Error(`${command.join(" ")} did not get ready:\n${text.trim()}`);
}
