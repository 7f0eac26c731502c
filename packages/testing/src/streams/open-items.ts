import { encodeJson, type HttpResponse, type StreamLog } from "@svc/fastapi-validation";
import type { ItemStream } from "@svc/model/data";
import type { StreamContent, Validate } from "@svc/schema";
import { pulledStream } from "../adapters/body-stream.ts";
import type { TrackWork } from "../clock/pending-work.ts";
import { concreteType } from "../fake/answer/content.ts";
import { logItem } from "../journal/journal.ts";

/** Latest events that are kept for a client that continues. */
const SENT_LIMIT = 10_000;

/** An item as it was sent. */
interface Sent {
  readonly id: string | undefined;
  readonly item: unknown;
  readonly text: string;
}

/** Where the items of a stream come from, and what was sent of them: a client that was cut off continues from here. */
export interface Source {
  readonly iterator: AsyncIterator<unknown> | Iterator<unknown>;
  readonly sent: Sent[];
  /** Characters of these. */
  characters: number;
  /** Number of items that are not kept any more: positions count from the first item of all. */
  dropped: number;
  isDone: boolean;
  /** Log of the last response with its items. */
  log: StreamLog;
}

/** Operation and content that a stream belongs to. */
export interface ItemsContext extends Pick<StreamContent, "mediaType" | "stream"> {
  readonly operation: string;
  /** Undefined: any item is sent. */
  readonly validate: Validate | undefined;
  /** Runs what gives the next item. */
  readonly track: TrackWork;
  readonly onError: (error: unknown) => void;
  /** Called when an item was sent, and at the end. */
  readonly onGrow: () => void;
}

/** A new source of items. */
export function createSource(items: AsyncIterable<unknown> | Iterable<unknown>): Source {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : (items as Iterable<unknown>)[Symbol.iterator]();
  const log = { items: [], count: 0, ended: undefined };
  return { iterator, sent: [], characters: 0, dropped: 0, isDone: false, log };
}

/** Answers with the items of a source, from a position in what was sent on; each is a chunk of the body. */
export function openItems(source: Source, from: number, context: ItemsContext): HttpResponse {
  const { operation, mediaType, stream, onGrow } = context;
  const log: StreamLog = { items: [], count: 0, ended: undefined };
  source.log = log;
  const utf8 = new TextEncoder();
  const ended = (how: StreamLog["ended"]): void => {
    log.ended = how;
    onGrow();
  };
  async function* pieces(): AsyncGenerator<Uint8Array, undefined> {
    try {
      for (let at = from; ; at++) {
        const next = source.sent[at - source.dropped] ?? (await readNext(source, context));
        // The reader left while the item was made.
        if (log.ended !== undefined) return;
        if (next === undefined) break;
        logItem(log, next);
        onGrow();
        yield utf8.encode(next.text);
      }
      const { end, framing } = stream;
      if (end !== undefined) yield utf8.encode(framing === "events" ? `data: ${end}\n\n` : `${end}\n`);
      ended("complete");
    } catch (error) {
      if (log.ended !== undefined) return;
      ended("failed");
      context.onError(error);
      throw error;
    }
  }
  const leave = async (): Promise<void> => {
    ended(log.ended ?? "left");
    if (!source.isDone) await source.iterator.return?.();
    source.isDone = true;
  };
  const all = pieces();
  const body = pulledStream(async () => (await all.next()).value, { leave });
  const headers = Object.entries({ "content-type": concreteType(mediaType), "cache-control": "no-cache" });
  return { status: 200, headers, body: "", rest: { stream: body, operation, log } };
}

/** Has the source give one more item, and checks it; undefined where there is none. */
async function readNext(source: Source, { stream, validate, track }: ItemsContext): Promise<Sent | undefined> {
  if (source.isDone) return undefined;
  const { done, value } = await track(() => source.iterator.next());
  if (done) {
    source.isDone = true;
    return undefined;
  }
  const item = describedItem(value, stream);
  const [issue] = validate?.(stream.item, item) ?? [];
  if (issue !== undefined)
    throw new TypeError(
      `${issue.pointer || "the item"}: ${issue.message}. Yield what the document allows, or create the fake with strict: false.`,
    );
  const id = stream.framing === "events" ? (item as SentEvent).id : undefined;
  const sent = { id, item, text: encodeItem(value, stream) };
  source.sent.push(sent);
  source.characters += sent.text.length;
  if (source.sent.length > 2 * SENT_LIMIT) {
    for (const { text } of source.sent.splice(0, SENT_LIMIT)) source.characters -= text.length;
    source.dropped += SENT_LIMIT;
  }
  return sent;
}

/** A server-sent event as handlers yield it; of other streams they yield the values. */
interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
  readonly id?: string;
  /** Time in milliseconds after which a client is to reconnect. */
  readonly retry?: number;
}

/** An item as it is sent. */
export function encodeItem(item: unknown, { framing, json }: ItemStream): string {
  if (framing === "lines") return `${encodeJson(item)}\n`;
  if (framing === "sequence") return `\u001e${encodeJson(item)}\n`;
  const { event, data, id, retry } = item as SentEvent;
  const isJson = json === true || json?.includes(event ?? "") || typeof data !== "string";
  const fields = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(isJson ? encodeJson(data) : data).split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${fields.join("\n")}\n\n`;
}

/** The item as its schema describes it, without what only its transport has. @throws TypeError if it cannot be sent */
function describedItem(item: unknown, { framing }: ItemStream): unknown {
  if (framing !== "events") return item;
  if (typeof item !== "object" || item === null || !("data" in item))
    throw new TypeError("yield an event: { data, event?, id? }.");
  const { retry: _, ...described } = item as SentEvent;
  for (const name of ["event", "id"] as const) {
    if (/[\r\n\0]/.test(described[name] ?? "")) throw new TypeError(`${name}: line ends and NUL cannot be sent.`);
  }
  return described;
}
