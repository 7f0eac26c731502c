import { essenceOf, type HttpRequest, type HttpResponse } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model";
import type { StreamContent } from "@svc/schema";
import { preferredContent } from "../fake/content.ts";
import { successOf } from "../fake/documented-response.ts";
import { createSource, type ItemsContext, openItems, type Source } from "./open-items.ts";

/** The streams of one fake: what was sent by each, so that a client that was cut off can continue. */
export interface Streams {
  /** Continues the stream after the event that the request names; undefined if it was not sent. */
  resume(request: HttpRequest, context: Omit<ItemsContext, "status">): HttpResponse | undefined;
  /** Begins a stream. */
  begin(
    request: HttpRequest,
    items: AsyncIterable<unknown> | Iterable<unknown>,
    context: Omit<ItemsContext, "status">,
  ): HttpResponse;
  /** Ends the generators that wait for a client to continue. */
  clear(): void;
}

/** Creates the streams of a fake. */
export function createStreams(): Streams {
  const sources = new Map<string, Source>();
  return {
    resume(request, context) {
      const lastId = headerOf(request, "last-event-id");
      const source = lastId === undefined ? undefined : sources.get(keyOf(request));
      const at = source?.sent.findLastIndex(({ id }) => id === lastId) ?? -1;
      if (source === undefined || at === -1) return undefined;
      return openItems(source, source.dropped + at + 1, { ...context, status: 200 });
    },
    begin(request, items, context) {
      const source = createSource(items);
      if (context.stream.framing === "events") {
        leave(sources.get(keyOf(request)));
        sources.set(keyOf(request), source);
      }
      return openItems(source, 0, { ...context, status: 200 });
    },
    clear() {
      for (const source of sources.values()) leave(source);
      sources.clear();
    },
  };
}

function leave(source: Source | undefined): void {
  if (source === undefined || source.isDone) return;
  source.isDone = true;
  // A generator that waits for something ends when it has come.
  Promise.resolve(source.iterator.return?.()).catch(() => {});
}

function keyOf({ method, target }: HttpRequest): string {
  return `${method} ${target}`;
}

/** The value of a header of a request. */
export function headerOf({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1];
}

/** The stream that a request asks for: the one that it accepts by name, or what the operation gives by default. */
export function streamFor(operation: Operation, request: HttpRequest): StreamContent | undefined {
  const content = successOf(operation).response?.content ?? [];
  const streams = content.filter((one): one is StreamContent => one.stream !== undefined);
  if (streams.length === 0 || operation.method === "head") return undefined;
  const accepted = (headerOf(request, "accept") ?? "").split(",").map(essenceOf);
  const asked = streams.find(({ mediaType }) => accepted.includes(essenceOf(mediaType)));
  const usual = preferredContent(content);
  return asked ?? streams.find((one) => one === usual);
}

/** Whether a handler's answer is items that follow one another, and no body. */
export function isItems(answer: unknown): answer is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof answer !== "object" || answer === null || answer instanceof ReadableStream) return false;
  return Symbol.asyncIterator in answer || (Symbol.iterator in answer && "next" in answer);
}
