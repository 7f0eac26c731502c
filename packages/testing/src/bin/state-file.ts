import { systemClock } from "../clock/clock.ts";
import { parseExact } from "../fake/answer/content.ts";
import type { Fake } from "../fake/fake.ts";
import type { OperationShape } from "../fake/handlers/handlers.ts";
import type { FakeState } from "../state/load-state.ts";
import { readText } from "./files.ts";
import { UsageError } from "./parse-command.ts";
import { createReload, watchFileChanges } from "./watch-file.ts";

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
  { file, watch, log, check }: StateFile,
): { /** Adds the last valid state to the fake. */ load(): void; end(): void } {
  let state: unknown;
  const load = (): void => fake.load(state as FakeState);
  const apply = (text: string): void => {
    const next = parse(text, file);
    // Loaded into another fake first: an invalid state must not clear this one.
    refuseInvalid(() => check(next), file);
    fake.reset(["handlers", "stores"]);
    state = next;
    load();
  };
  const text = readText(file);
  apply(text);
  if (!watch) return { load, end: () => {} };
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

function parse(text: string, file: string): unknown {
  try {
    // The file may begin with a byte order mark.
    return parseExact(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function refuseInvalid(check: () => void, file: string): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${file}#${error.message}`, { cause: error });
  }
}
