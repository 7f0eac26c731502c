import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";
import { refuseOutside } from "../write/move-place.ts";

const LOCK = ".tmp/bump.lock";

/** Times that a lock of a dead process is taken over before giving up: each failure means that somebody else was faster. */
const TRIES = 10;

/**
 * Runs a bump while no other one runs in the same folder: what both move into place would be of neither.
 *
 * @throws UsageError where another process that still runs holds the lock
 */
export async function withBumpLock<T>(root: string, run: () => Promise<T>): Promise<T> {
  refuseOutside({ root }, LOCK);
  mkdirSync(join(root, ".tmp"), { recursive: true });
  const lock = join(root, LOCK);
  acquire(lock);
  try {
    return await run();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock: string): void {
  const own = `${lock}.${process.pid}`;
  // Linked, not written in place: whoever sees the lock sees its process.
  writeFileSync(own, String(process.pid));
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      if (links(own, lock)) return;
      const holder = holderOf(lock);
      if (holder !== undefined && isAlive(holder)) throw busy(holder);
      removeStale(lock, own);
    }
    throw busy(holderOf(lock) ?? 0);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock of a dead process away, and puts it back if it has become that of a living one meanwhile. */
function removeStale(lock: string, own: string): void {
  const moved = `${own}.stale`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const holder = holderOf(moved);
  if (holder !== undefined && isAlive(holder)) links(moved, lock);
  rmSync(moved, { force: true });
}

function busy(pid: number): UsageError {
  return new UsageError(
    `another bump is running in this folder (process ${pid}); wait for it. If that process is no bump, remove ${LOCK}.`,
  );
}

/** Whether a file got a second name; false where that is taken. */
function links(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Process that a lock names; undefined where it is gone or names none. */
function holderOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process runs; one of another user does, too. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
