import { unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import { type Clock, systemClock } from "../clock/clock.ts";
import { parseExact } from "../fake/answer/content.ts";
import type { Fake } from "../fake/fake.ts";
import type { OperationShape } from "../fake/handlers/handlers.ts";
import type { FakeState } from "../state/load-state.ts";
import { readText, UsageError } from "./parse-command.ts";

/** A fake of any document. */
export type AnyFake = Fake<Record<string, OperationShape>>;

/** Options of {@link holdState}. */
export interface StateFile {
  readonly file: string;
  readonly watch: boolean;
  /** Called with a line for each change that was loaded, or cannot be. */
  readonly log: (line: string) => void;
  /** Loads a state into another fake. @throws TypeError where it is invalid */
  readonly check: (state: unknown) => void;
}

/**
 * Loads a state file into a fake, and again when it changes. A change replaces stores and fixed responses; journal, faults
 * and windows stay. An invalid file changes nothing.
 *
 * @throws UsageError if the file is invalid at the start
 */
export function holdState(
  fake: AnyFake,
  { file, watch: isWatched, log, check }: StateFile,
): { /** Adds the last valid state to the fake. */ load(): void; end(): void } {
  let state: unknown;
  const load = (): void => fake.load(state as FakeState);
  const apply = (text: string): void => {
    const next = checked(text, { file, check });
    fake.reset(["handlers", "stores"]);
    state = next;
    load();
  };
  const text = readText(file);
  apply(text);
  if (!isWatched) return { load, end: () => {} };
  const report = (outcome: { readonly error: unknown } | undefined): void => {
    if (outcome === undefined) log(`svc-fake: ${file}: loaded again`);
    else log(`svc-fake: ${(outcome.error as Error).message}\nsvc-fake: the state stays as it was`);
  };
  const reload = createReload(text, { read: () => readText(file), apply, report, clock: systemClock });
  const unwatch = watchFileChanges(file, reload.changed);
  const end = (): void => {
    unwatch();
    reload.stop();
  };
  return { load, end };
}

/** The state in a text. It is loaded into another fake first: an invalid one must not clear this one. */
function checked(text: string, { file, check }: Pick<StateFile, "file" | "check">): unknown {
  try {
    // The file may begin with a byte order mark.
    const state = parseExact(text.replace(/^\ufeff/, ""));
    check(state);
    return state;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    const place = error instanceof SyntaxError ? `${file}: ` : `${file}#`;
    throw new UsageError(place + error.message, { cause: error });
  }
}

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
