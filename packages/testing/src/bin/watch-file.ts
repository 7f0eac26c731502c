import { unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import type { Clock } from "../clock/clock.ts";

/** Interval of polling, for file systems without change events: network drives, containers, links. */
const LOOK_MS = 500;

/**
 * Calls back when a file may have changed, until the returned function is called. The folder is watched, because an editor
 * that saves by renaming would leave a watcher on the replaced file.
 */
export function watchFileChanges(file: string, changed: () => void): () => void {
  const name = basename(file);
  const watcher = watch(dirname(file), { persistent: false }, (_event, found) => {
    if (found === null || found === name) changed();
  });
  // The folder was removed; polling goes on.
  watcher.on("error", () => watcher.close());
  watchFile(file, { persistent: false, interval: LOOK_MS }, changed);
  return () => {
    watcher.close();
    unwatchFile(file, changed);
  };
}

/** Effects of reloading. */
export interface ReloadParts {
  /** Reads the file. @throws if it cannot be read */
  readonly read: () => string;
  /** Applies the text, or changes nothing. @throws if it is invalid */
  readonly apply: (text: string) => void;
  /** Called after each reload, with the error of one that failed. */
  readonly report: (outcome: { readonly error: unknown } | undefined) => void;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
}

/** Time without changes before the file is read: an editor may write it in pieces, or remove and rename it. */
export const REST_MS = 50;

/**
 * Reloads a file; `changed` must be called for each possible change. An invalid file is reported once, and changes nothing;
 * an unchanged text is not applied again. `stop` cancels a pending reload.
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
