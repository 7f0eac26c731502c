import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";

/** One check in one runtime; `error`: why it does not hold. */
export interface CheckResult {
  readonly name: string;
  readonly error?: string | undefined;
}

/** Addresses of the services in `suite/services.mjs`. */
export type Urls = Readonly<Record<"fake" | "limited" | "streams" | "other" | "closed" | "proxy", string>>;

/** Input of every runtime. */
export interface Suite {
  /** A folder with the suite and, in `node_modules`, the packed packages. */
  readonly project: string;
  readonly urls: Urls;
}

/** Something that runs JavaScript, or compiles TypeScript. */
export interface Runtime {
  readonly name: string;
  /** Prints its version; fails if it is not installed or does not start on this machine. */
  readonly version: readonly string[];
  run(suite: Suite): Promise<readonly CheckResult[]>;
}

/** The workspace of the runtimes. */
export const WORKSPACE: string = import.meta.dirname;

/** File of an installed runtime, relative to the modules of the workspace. */
export function installed(path: string): string {
  return join(WORKSPACE, "node_modules", path);
}

/** The first version number that a command prints; `undefined` where it cannot be run. */
export async function versionOf(command: readonly string[]): Promise<string | undefined> {
  const { code, output } = await runCommand(command, { timeoutMs: 60_000 });
  return code === 0 ? /\d[\d.]*[.-][\w.-]+/.exec(output)?.[0] : undefined;
}

/** A suite that came to no end, as a check that failed. */
export function brokenOff(output: string): CheckResult {
  return { name: "the suite runs to its end", error: output.trim().slice(-2000) || "nothing was printed" };
}

/** Whether the credential of the suite is in what a runtime printed, where it printed clients and errors. */
export function checkPrinted(output: string, secret: string): CheckResult {
  const at = output.indexOf(secret);
  const error = at === -1 ? undefined : `printed: ${output.slice(Math.max(0, at - 200), at)}***`;
  return { name: "nothing that is printed tells the credential", error };
}
