import { spawn } from "node:child_process";

/** A process that runs until it is stopped. */
export interface Started {
  /** The match of `ready` in what it printed. */
  readonly ready: RegExpExecArray;
  readonly pid: number | undefined;
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
  if (match !== null) return { ready: match, pid: child.pid, output: () => text, stop };
  await stop();
  throw new Error(`${command.join(" ")} did not get ready:\n${text.trim()}`);
}

/**
 * Waits until an address answers, for servers that do not say when they are ready.
 *
 * @param init of the request
 * @param isGood whether the answer is that of the server when it is ready. @default any answer
 * @throws Error if it does not within half a minute
 */
export async function untilAnswers(url: string, init: RequestInit = {}, isGood = (_: Response) => true): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const response = await fetch(url, init).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined && isGood(response)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No answer from ${url}.`);
}
