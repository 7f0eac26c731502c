import type { StreamOptions, StreamPromise, SvcClient, SvcClientOptions } from "../../src/runtime.ts";
import { createClient, withStreams } from "../../src/runtime.ts";
import type { ClientTable } from "../../src/table.ts";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";

const events = { accept: "text/event-stream", types: { "text/event-stream": { json: true } } } as const;

/** Operations with streams, of a document that is nowhere else. */
export const table: ClientTable = {
  documentVersion: "1",
  schemes: { key: { kind: "bearer" } },
  security: [["key"]],
  operations: [
    { id: "events", method: "GET", path: "/agents/{id}/events", name: "events", untyped: true, streams: events },
    { id: "run", method: "POST", path: "/agents/{id}", name: "run", untyped: true, streams: events },
    {
      id: "text",
      method: "GET",
      path: "/text",
      name: "text",
      untyped: true,
      streams: {
        accept: "text/event-stream",
        types: { "text/event-stream": { json: ["json"], end: "[DONE]", error: "error" } },
      },
    },
    {
      id: "lines",
      method: "GET",
      path: "/lines",
      name: "lines",
      untyped: true,
      streams: { accept: "application/jsonl", types: { "application/jsonl": { end: "[DONE]" } } },
    },
    {
      id: "both",
      method: "GET",
      path: "/both",
      name: "both",
      untyped: true,
      streams: { accept: "application/json", types: { "text/event-stream": { json: true } } },
    },
  ],
};

/** The methods of the table, loosely typed. */
export interface Methods {
  events(id: string, options?: StreamOptions): StreamPromise<Item>;
  run(id: string, options?: StreamOptions): StreamPromise<Item>;
  text(options?: StreamOptions): StreamPromise<Item>;
  lines(options?: StreamOptions): StreamPromise<unknown>;
  both(options?: StreamOptions): StreamPromise<Item>;
}

export interface Item {
  readonly event?: string;
  readonly data: unknown;
  readonly id?: string;
}

/** A body that a test writes as it goes on. */
export interface OpenBody {
  readonly response: Response;
  write(text: string | Uint8Array): void;
  close(): void;
  fail(error: unknown): void;
  /** Reason of the reader's cancellation. */
  readonly isLeft: boolean;
  /** Pulls so far. */
  readonly pulls: number;
}

const utf8 = new TextEncoder();

/** An answer with an open body of a content type. */
export function openBody(type = "text/event-stream", signal?: AbortSignal): OpenBody {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isLeft = false;
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
        signal?.addEventListener("abort", () => {
          isLeft = true;
          given.error(signal.reason);
        });
      },
      pull: () => void pulls++,
      cancel: () => {
        isLeft = true;
      },
    },
    { highWaterMark: 0 },
  );
  return {
    response: new Response(body, { headers: { "content-type": type } }),
    write: (text) => controller?.enqueue(typeof text === "string" ? utf8.encode(text) : text),
    close: () => controller?.close(),
    fail: (error) => controller?.error(error),
    get isLeft() {
      return isLeft;
    },
    get pulls() {
      return pulls;
    },
  };
}

/** An answer of these parts, after which the connection ends, or fails. */
export function answer(
  parts: readonly (string | Uint8Array)[],
  { type, fail }: { readonly type?: string; readonly fail?: unknown } = {},
): Response {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = bytes.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (fail === undefined) controller.close();
        else controller.error(fail);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": type ?? "text/event-stream; charset=utf-8" } });
}

export interface Setup {
  readonly svc: SvcClient<Methods, object>;
  readonly requests: Request[];
  readonly clock: ManualClock;
}

/** A client whose service answers by a function. */
export function setup(
  serve: (request: Request, signal: AbortSignal | undefined) => Response | Promise<Response>,
  options: Partial<SvcClientOptions> = {},
): Setup {
  const clock = manualClock();
  const requests: Request[] = [];
  const fetch = async (request: Request, init?: RequestInit): Promise<Response> => {
    requests.push(request);
    return serve(request, init?.signal ?? undefined);
  };
  const all = { baseUrl: "https://api.example", auth: "secret-token", clock, random: () => 0.5, fetch, ...options };
  return { svc: createClient<Methods, object>(table, all, { additions: [withStreams] }), requests, clock };
}

/** All items of a stream. */
export async function all<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
