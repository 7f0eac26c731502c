import { type HttpRequest, type HttpResponse, headerOf, type ValidRequest } from "@svc/fastapi-validation";
import type { StreamContent } from "@svc/schema";
import { acceptedContent, askedOf, successOf } from "../fake/answer/content.ts";
import { createSource, type ItemsContext, openItems, type Source } from "./open-items.ts";

/** The streams of one fake: what was sent by each, so that a client that was cut off can continue. */
export type Streams = ReturnType<typeof createStreams>;

type Items = AsyncIterable<unknown> | Iterable<unknown>;
type Context = Omit<ItemsContext, "onGrow">;

/** Streams of one address that are kept, apart from those that are being read. */
const KEPT = 10;
/** Of all addresses, and characters of their items: of more, the oldest are forgotten. */
const KEPT_IN_ALL = 1000;
const CHARACTERS = 32 * 2 ** 20;

/** @param onGrow called when a stream has one more item, or ends */
export function createStreams(onGrow: () => void) {
  /** By address, that of the latest stream last. */
  const sources = new Map<string, Source[]>();
  const forgetOldest = (): void => {
    const all = [...sources.values()].flat();
    let count = all.length;
    let characters = all.reduce((sum, source) => sum + source.characters, 0);
    for (const [key, own] of sources) {
      if (count <= KEPT_IN_ALL && characters <= CHARACTERS) return;
      const kept = own.filter(isRead);
      for (const source of own.filter((one) => !isRead(one))) {
        leave(source);
        count--;
        characters -= source.characters;
      }
      if (kept.length > 0) sources.set(key, kept);
      else sources.delete(key);
    }
  };
  return {
    /** Continues the stream after the event that the request names; undefined if it was not sent. */
    resume(request: HttpRequest, context: Context): HttpResponse | undefined {
      const header = headerOf(request.headers, "last-event-id");
      if (header === undefined) return undefined;
      // Browsers send ids as UTF-8.
      const lastId = new TextDecoder().decode(Uint8Array.from(header, (byte) => byte.charCodeAt(0)));
      const positions = (sources.get(keyOf(request)) ?? []).map((source) => {
        return { source, at: source.sent.findLastIndex(({ id }) => id === lastId) };
      });
      const known = positions.filter(({ at }) => at >= 0);
      // Several may have sent the same ids: the one whose reader is gone is continued.
      const found = known.findLast(({ source }) => !isRead(source)) ?? known.at(-1);
      return found && openItems(found.source, found.source.dropped + found.at + 1, { ...context, onGrow });
    },
    /** Begins a stream. */
    begin(request: HttpRequest, items: Items, context: Context): HttpResponse {
      const source = createSource(items);
      if (context.stream.framing === "events") {
        const key = keyOf(request);
        const before = sources.get(key) ?? [];
        const old = before.filter((one) => !isRead(one)).slice(0, -KEPT);
        for (const one of old) leave(one);
        sources.delete(key);
        forgetOldest();
        sources.set(key, [...before.filter((one) => !old.includes(one)), source]);
      }
      return openItems(source, 0, { ...context, onGrow });
    },
    /** Ends the generators that wait for a client to continue. */
    clear(): void {
      for (const source of [...sources.values()].flat()) leave(source);
      sources.clear();
    },
  };
}

function isRead({ log }: Source): boolean {
  return log.ended === undefined;
}

function leave(source: Source): void {
  if (source.isDone) return;
  source.isDone = true;
  // A generator that waits for something ends when it has come.
  Promise.resolve(source.iterator.return?.()).catch(() => {});
}

function keyOf({ method, target }: HttpRequest): string {
  return `${method} ${target}`;
}

/** The stream that a request asks for: the one that it accepts by name, or what the operation gives by default. */
export function streamFor(valid: ValidRequest, request: HttpRequest): StreamContent | undefined {
  const { operation } = valid;
  const all = successOf(operation).response?.content ?? [];
  const isAny = all.some(({ stream }) => stream !== undefined) && operation.method !== "head";
  const content = isAny ? acceptedContent(all, askedOf(request, valid)) : undefined;
  return content?.stream === undefined ? undefined : (content as StreamContent);
}

/** Whether a handler's answer is items that follow one another, and no body. */
export function isItems(answer: unknown): answer is Items {
  if (typeof answer !== "object" || answer === null || answer instanceof ReadableStream) return false;
  return Symbol.asyncIterator in answer || (Symbol.iterator in answer && "next" in answer);
}
