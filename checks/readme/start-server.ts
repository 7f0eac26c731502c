import { type ChildProcess, spawn } from "node:child_process";

/** A server process of a page. */
export interface PageServer {
  /** The port that it listens on. */
  readonly port: number;
  stop(): void;
}

/**
 * Starts a process that prints a line with its port, and waits for that line.
 *
 * @throws Error with what it printed, where it ends before
 */
export async function startServer(command: readonly string[], cwd: string, ready: RegExp): Promise<PageServer> {
  const [file = "", ...args] = command;
  const child: ChildProcess = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk;
      const found = ready.exec(output);
      if (found) resolve(Number(found[1]));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${command.join(" ")} ended with ${code}:\n${output}`)));
  });
  return { port, stop: () => child.kill() };
}
