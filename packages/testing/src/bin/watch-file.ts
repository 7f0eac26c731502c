import { unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import type { Clock } from "../clock/clock.ts";

/** How often the file is looked at where nothing tells of a change: network drives, containers, links. */
const LOOK_MS = 500;

/**
 * Calls back when a file may have changed, until the returned function is called. Its folder is watched, not the file: an
 * editor that saves by renaming leaves a watch of the file on the one that it has replaced.
 */
export function watchFileChanges(file: string, changed: () => void): () => void {
  const name = basename(file);
  const watcher = watch(dirname(file), { persistent: false }, (_event, found) => {
    if (found === null || found === name) changed();
  });
  // A folder that goes away: looking at the file goes on.
  watcher.on("error", () => watcher.close());
  watchFile(file, { persistent: false, interval: LOOK_MS }, changed);
  return () => {
    watcher.close();
    unwatchFile(file, changed);
  };
}

/** What reloading needs of the world. */
export interface ReloadParts {
  /** The file's text now. @throws where it cannot be read */
  readonly read: () => string;
  /** Puts the text to use, wholly or not at all. @throws where it cannot be used */
  readonly apply: (text: string) => void;
  /** Told of each reload that worked, and of each that did not and why. */
  readonly report: (outcome: { readonly error: unknown } | undefined) => void;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
}

/** How long a file must rest: an editor writes it in pieces, or removes and renames. */
export const REST_MS = 50;

/**
 * Reloads a file: to be called at each sign of a change. What cannot be read or used leaves everything as it was and is
 * told of once; the same text again is no change. `stop` forgets a change that is not looked at yet.
 */
export function createReload(loaded: string, parts: ReloadParts): { readonly changed: () => void; stop(): void } {
  const { read, apply, report, clock } = parts;
  let last = loaded;
  let waiting: unknown;
  const reload = (): void => {
    try {
      const text = read();
      if (text === last) return;
      last = text;
      apply(text);
      report(undefined);
    } catch (error) {
      report({ error });
    }
  };
  const stop = (): void => {
    if (waiting !== undefined) clock.clearTimeout(waiting);
  };
  return {
    changed() {
      stop();
      waiting = clock.setTimeout(reload, REST_MS);
    },
    stop,
  };
}
