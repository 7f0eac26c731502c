import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { RecordedCall } from "../../journal/journal.ts";
import type { View } from "../view.ts";
import type { Transport } from "./transport.ts";

/** A call with its position in the journal. */
export interface ShownCall extends RecordedCall {
  readonly index: number;
}

/** Words for the person at the page. */
export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

/** State of the views, and their actions. */
export interface State {
  /** Undefined before the fake was read. */
  readonly view: ReadonlySignal<View | undefined>;
  /** The call that is shown in full: the one that was picked, else the newest. */
  readonly call: ReadonlySignal<ShownCall | undefined>;
  /** Whether the newest call is followed. */
  readonly isFollowing: ReadonlySignal<boolean>;
  readonly filter: ReadonlySignal<string>;
  /** Milliseconds of the fake's clock. */
  readonly now: ReadonlySignal<number>;
  readonly isThere: ReadonlySignal<boolean>;
  readonly notice: Signal<Notice | undefined>;
  /** Shows a call by its position; undefined follows the newest. */
  pick(index: number | undefined): void;
  setFilter(text: string): void;
  showMore(): void;
  /** Reads from the fake. @throws Error with what the fake reports */
  ask(path: string): Promise<unknown>;
  /** Drives the fake; what went well or wrong becomes the notice. Returns whether it went well. */
  drive(name: string, body: object, done: string): Promise<boolean>;
}

/** Rows that are read at first, and with each wish for more. */
const ROWS = 100;

const TICK_MS = 250;

/** Reads a fake whenever it changes. */
export function createState({ ask, watch }: Transport): State {
  const view = signal<View>();
  const call = signal<ShownCall>();
  const picked = signal<number>();
  const isFollowing = signal(true);
  const filter = signal("");
  const now = signal(0);
  const isThere = signal(false);
  const notice = signal<Notice>();
  let count = ROWS;
  let readAt = 0;

  const tick = (): void => {
    const { value } = view;
    if (value !== undefined) now.value = Date.parse(value.now) + (value.isStanding ? 0 : performance.now() - readAt);
  };
  const readCall = async (): Promise<void> => {
    const index = picked.value ?? view.value?.rows[0]?.index;
    // A stream grows while it is open.
    const isKnown = call.value?.index === index && (call.value?.stream === undefined || call.value.stream.ended);
    if (index === undefined) call.value = undefined;
    else if (!isKnown) call.value = { ...((await ask(`call?index=${index}`)) as RecordedCall), index };
  };
  const read = async (): Promise<void> => {
    const query = new URLSearchParams({ filter: filter.value, count: String(count) });
    const before = view.value?.total ?? 0;
    view.value = (await ask(`view?${query}`)) as View;
    readAt = performance.now();
    // The journal was emptied: its positions begin anew.
    if (view.value.total < before) pick(undefined);
    tick();
    await readCall();
    isThere.value = true;
  };
  const refresh = inTurn(read, () => {
    isThere.value = false;
  });
  const pick = (index: number | undefined): void => {
    picked.value = index;
    isFollowing.value = index === undefined;
    if (index === undefined) call.value = undefined;
  };
  watch((isLive) => {
    if (isLive) refresh();
    else isThere.value = false;
  });
  setInterval(tick, TICK_MS);
  return {
    ...{ view, call, isFollowing, filter, now, isThere, notice, ask },
    pick(index) {
      pick(index);
      refresh();
    },
    setFilter(text) {
      filter.value = text;
      pick(undefined);
      refresh();
    },
    showMore() {
      count += ROWS;
      refresh();
    },
    async drive(name, body, done) {
      try {
        await ask(name, body);
        notice.value = { text: done, isBad: false };
        refresh();
        return true;
      } catch (error) {
        notice.value = { text: (error as Error).message, isBad: true };
        return false;
      }
    },
  };
}

/** Runs work one at a time; wishes that come meanwhile add up to one more run. */
function inTurn(work: () => Promise<void>, onError: () => void): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work().catch(onError);
    }
    isRunning = false;
  };
  return () => void run();
}
