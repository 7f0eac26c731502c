export interface RawEvent {
  readonly event: string | undefined;
  readonly data: string;
  /** Undefined: the event has no id of its own. */
  readonly id: string | undefined;
}

/** Where a stream of server-sent events continues. */
export interface Position {
  /** Id of the last event with one; `""`: the next connection begins anew. */
  readonly lastId: string;
  /** Time to wait before a reconnection in milliseconds, as the server last said. */
  readonly retryMs: number | undefined;
}

/** Longest id that is kept, in characters: it is sent as a header, and a thousand of them are remembered. */
const MAX_ID = 4096;
/** Lines of data that are joined at once: one by one, each would cost memory many times its length. */
const LINES = 1024;

/**
 * Creates a parser of server-sent events whose byte order mark was removed. It is our own because `eventsource-parser`
 * needs Node.js 22 from version 4 on, and the versions before it lose events with empty data.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventParser(from: Position = START) {
  /** Begin of a line. It is only appended to until the line ends: to look into it would join its parts each time. */
  let rest = "";
  /** A comment is not read, however long it is. */
  let isComment = false;
  /** The last part ended with CR: an LF that follows belongs to it. */
  let isAfterCr = false;
  const data = createLines();
  /** Characters of the event so far, with the names of its fields: what a service has to send for it. */
  let held = 0;
  let event = "";
  let id: string | undefined;
  let { lastId, retryMs } = from;
  const readField = (line: string): void => {
    // By far the most.
    if (line.startsWith("data: ")) {
      data.add(line.slice(6));
      held += line.length + 1;
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    held += line.length + 1;
    if (name === "data") data.add(value);
    else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0") && value.length <= MAX_ID) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  };
  return {
    push(text: string): RawEvent[] {
      const events: RawEvent[] = [];
      let at = isAfterCr && text.startsWith("\n") ? 1 : 0;
      if (text !== "") isAfterCr = false;
      for (let lf = -2, cr = -2; ; ) {
        if (lf !== -1 && lf < at) lf = text.indexOf("\n", at);
        if (cr !== -1 && cr < at) cr = text.indexOf("\r", at);
        const isCr = cr !== -1 && (lf === -1 || cr < lf);
        const end = isCr ? cr : lf;
        if (end === -1) break;
        const line = rest === "" ? text.slice(at, end) : rest + text.slice(at, end);
        rest = "";
        isComment = false;
        at = end + 1;
        if (isCr && at === text.length) isAfterCr = true;
        else if (isCr && lf === at) at++;
        if (line !== "") readField(line);
        else {
          const text = data.take();
          if (text !== undefined) events.push({ event: event || undefined, data: text, id });
          // Not before: a stream that breaks within an event continues before it.
          if (id !== undefined) lastId = id;
          id = undefined;
          event = "";
          held = 0;
        }
      }
      const begin = text.slice(at);
      if (rest === "" && begin.startsWith(":")) {
        rest = ":";
        isComment = true;
      } else if (!isComment) rest += begin;
      return events;
    },
    /** Characters of an event that is not complete. */
    get held(): number {
      return rest.length + held;
    },
    get position(): Position {
      return { lastId, retryMs };
    },
  };
}

const START: Position = { lastId: "", retryMs: undefined };

/** Lines that become one text. One by one appended, each would cost memory many times its length. */
function createLines(): { add(line: string): void; take(): string | undefined } {
  let text: string | undefined;
  let lines: string[] = [];
  const join = (): void => {
    if (lines.length > 0) text = `${text}\n${lines.join("\n")}`;
    lines = [];
  };
  return {
    add(line) {
      if (text === undefined) text = line;
      else if (lines.push(line) === LINES) join();
    },
    take() {
      join();
      const whole = text;
      text = undefined;
      return whole;
    },
  };
}
