import { createInterface } from "node:readline/promises";

/** A question to the person at the terminal: the answer, or what is proposed where it is empty. */
export type Ask = (question: string, proposed?: string) => Promise<string>;

/** Asks on the terminal; undefined where nobody is there to answer. */
export function terminalAsk(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question, proposed = "") => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      const answer = await lines.question(proposed === "" ? `${question}: ` : `${question} (${proposed}): `);
      return answer.trim() === "" ? proposed : answer.trim();
    } finally {
      lines.close();
    }
  };
}
