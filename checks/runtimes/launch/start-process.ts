import { spawn } from "node:child_process";

/** A process that runs until it is stopped. */
export interface Started {
  /** Text that it has printed so far. */
  output(): string;
  /** Resolves with the first match in what it prints. @throws Error where it ends or takes too long before */
  printed(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** Starts a process that serves. */
export function startProcess([file = "", ...args]: readonly string[], cwd: string): Started {
  const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  return {
    output: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(text)?.[0];
          if (match !== undefined) settle(() => resolve(match));
        };
        const giveUp = (): void => settle(() => reject(new Error(`${file} did not get ready:\n${text.trim()}`)));
        const timer = setTimeout(giveUp, PATIENCE_MS);
        const settle = (end: () => void): void => {
          clearTimeout(timer);
          listeners.delete(look);
          end();
        };
        listeners.add(look);
        look();
        void ended.then(giveUp);
      }),
    async stop() {
      child.kill();
      const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
      await ended;
      clearTimeout(timer);
    },
  };
}
