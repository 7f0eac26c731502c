import type { RecordedCall } from "@svc/testing/runtime";
import { inline } from "./describe.ts";
import type { StreamPart } from "./protocol.ts";

/** Reads the streams of a journal, each item once. */
export interface StreamReader {
  /** Takes in a call of the journal. */
  add(call: RecordedCall, number: number): void;
  read(): StreamPart[];
}

/** Characters of an item that are shown. */
const LENGTH = 200;

interface OpenStream {
  readonly number: number;
  readonly log: NonNullable<RecordedCall["stream"]>;
  read: number;
}

export function createStreamReader(): StreamReader {
  let open: OpenStream[] = [];
  return {
    add({ stream: log }, number) {
      if (log !== undefined) open.push({ number, log, read: -1 });
    },
    read() {
      const changed = open.filter(({ log, read }) => log.count !== read || log.ended !== undefined);
      open = open.filter(({ log }) => log.ended === undefined);
      return changed.map((stream) => {
        const { number, log, read } = stream;
        stream.read = log.count;
        const items = log.items.slice(Math.max(0, read)).map((item) => inline(item).slice(0, LENGTH));
        return { call: number, items, count: log.count, ended: log.ended };
      });
    },
  };
}
