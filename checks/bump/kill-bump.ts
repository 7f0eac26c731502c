import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import type { ScratchClone } from "./scratch-clone.ts";

const HOOK = join(import.meta.dirname, "kill-hook.mjs");
const JOURNAL = ".tmp/bump-moves/journal.json";

/** The remains of a killed bump, and what the next command has made of them. */
export interface Found {
  /** Right after the kill: nothing changed, everything written, or none to all of it with the journal beside it. */
  readonly left: "as before" | "with a journal" | "complete" | "half";
  /** After the next command. */
  readonly then: "as before" | "complete" | "half";
}

/** A bump of a clone that can be killed before any change that it makes to the file system. */
export interface KillableBump {
  /** The changes that an undisturbed bump makes, in order: `renameSync /a/b`. */
  readonly steps: readonly string[];
  /** Kills the bump before that step, then runs a command. */
  killAt(step: number, next: readonly string[]): Promise<Found>;
}

/** Runs the bump once undisturbed, to learn its steps and its result; the clone is restored after each run. */
export async function prepareKills(clone: ScratchClone, file: string): Promise<KillableBump> {
  const log = join(clone.root, "node_modules/.cache/kill.log");
  const bump = (env: Readonly<Record<string, string>>) =>
    runCommand([process.execPath, "--import", HOOK, "main.ts", "bump", file, "--no-tests"], {
      cwd: clone.root,
      env: { NODE_OPTIONS: undefined, ...env },
    });
  const { code, output } = await bump({ SVC_KILL_LOG: log });
  if (code !== 0) throw new Error(`The bump fails without being killed:\n${output}`);
  const complete = snapshot(clone);
  clone.restore();
  const before = snapshot(clone);
  const stateOf = (): Found["then"] => {
    const now = snapshot(clone);
    return now === before ? "as before" : now === complete ? "complete" : "half";
  };
  return {
    steps: readFileSync(log, "utf8").trimEnd().split("\n"),
    async killAt(step, next) {
      await bump({ SVC_KILL_AT: String(step) });
      const left = stateOf();
      const isJournalled = existsSync(join(clone.root, JOURNAL));
      await clone.svc(...next);
      const then = stateOf();
      clone.restore();
      return { left: isJournalled ? "with a journal" : left, then };
    },
  };
}

/** Everything that differs from the last commit, with its content. */
function snapshot(clone: ScratchClone): string {
  return clone
    .status()
    .map((line) => {
      const file = join(clone.root, line.replace(/^\S+ /, ""));
      return `${line} ${existsSync(file) ? readFileSync(file, "utf8") : ""}`;
    })
    .join("\n");
}
