/** One check in one runtime. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly error?: string;
}

/** The last line of a runtime that is a JSON object with `results`. */
export interface Printed {
  readonly results: readonly CheckResult[];
  /** Epoch milliseconds when the last check ended, where the runtime has to end by itself. */
  readonly endedAt?: number;
}

/** How the suite went in one runtime. */
export interface RuntimeResult {
  readonly runtime: string;
  readonly version: string;
  readonly checks: readonly CheckResult[];
  readonly seconds: number;
  /** Why it was not run. */
  readonly skipped?: string;
}

/** Results in what a runtime printed; `undefined` where it came to no end. */
export function readPrinted(output: string): Printed | undefined {
  const line = output.split("\n").findLast((text) => text.startsWith('{"results":'));
  return line === undefined ? undefined : (JSON.parse(line) as Printed);
}

/** Whether the credential of the suite is in what a runtime printed, where it printed clients and errors. */
export function checkPrinted(output: string, secret: string): CheckResult {
  const at = output.indexOf(secret);
  const name = "nothing that is printed tells the credential";
  if (at === -1) return { name, ok: true };
  return { name, ok: false, error: `printed: ${output.slice(Math.max(0, at - 200), at)}***` };
}

/** A suite that came to no end, as a check that failed. */
export function brokenOff(output: string): CheckResult {
  return { name: "the suite runs to its end", ok: false, error: output.trim().slice(-2000) || "nothing was printed" };
}
