import { relative } from "node:path";
import { differences } from "./differences.ts";
import { type Output, replaceOutputs } from "./replace-outputs.ts";

export interface PublishOptions {
  readonly check: boolean;
  /** Where paths in messages start. */
  readonly root: string;
  /** The command that mends what `check` finds. */
  readonly command: string;
}

/** Writes the outputs that differ, or with `check` says which do. Returns the exit code. */
export function publish(outputs: readonly Output[], { check, root, command }: PublishOptions): number {
  const found = differences(outputs);
  const lines = found.map(({ path, kind }) => `  ${kind.padEnd(10)} ${relative(root, path)}`);
  if (found.length === 0) console.log(`Generated files are up to date.`);
  else if (check)
    console.error(`Generated files differ from what the document gives:\n${lines.join("\n")}\nRun: ${command}`);
  else {
    replaceOutputs(
      outputs.filter((output) => found.some(({ path }) => path === output.path || path.startsWith(`${output.path}/`))),
    );
    console.log(`Generated:\n${lines.join("\n")}`);
  }
  return check && found.length > 0 ? 1 : 0;
}
