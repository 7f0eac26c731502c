import { unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";

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
