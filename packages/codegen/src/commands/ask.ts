import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A question to the person at the terminal: the answer, or what is proposed where it is empty. */
export type Ask = (question: string, proposed?: string) => Promise<string>;

/** Questions at a terminal. */
export interface Dialog {
  readonly ask: Ask;
  /** Lets the process end. */
  close(): void;
}

/**
 * Questions that are answered line by line. Lines that come before their question, as those of a pasted text do, wait for it.
 * Where the input ends, every answer is empty.
 */
export function createDialog(input: Readable, output: Writable): Dialog {
  const lines = createInterface({ input, output, terminal: "isTTY" in input && input.isTTY === true });
  const waiting: string[] = [];
  let give: ((line: string) => void) | undefined;
  let isOver = false;
  lines.on("line", (line) => {
    const asked = give;
    // At once: the next line of a pasted text may come before whoever asked goes on.
    give = undefined;
    if (asked === undefined) waiting.push(line);
    else asked(line);
  });
  lines.once("close", () => {
    isOver = true;
    give?.("");
  });
  lines.once("SIGINT", () => {
    lines.close();
    process.kill(process.pid, "SIGINT");
  });
  const next = (): Promise<string> => new Promise((resolve) => (give = resolve));
  return {
    async ask(question, proposed = "") {
      const prompt = proposed === "" ? `${question}: ` : `${question} (${proposed}): `;
      const [given = isOver ? "" : undefined] = waiting.splice(0, 1);
      if (given !== undefined) output.write(`${prompt}${given}\n`);
      else lines.setPrompt(prompt);
      if (given === undefined) lines.prompt();
      return (given ?? (await next())).trim() || proposed;
    },
    close: () => lines.close(),
  };
}

/** Questions on the terminal; undefined where nobody is there to answer. */
export function terminalDialog(): Dialog | undefined {
  return process.stdin.isTTY && process.stdout.isTTY ? createDialog(process.stdin, process.stdout) : undefined;
}
