import type { ItemStream } from "@svc/model";
import { createParser } from "eventsource-parser";
import { createItemDecoder } from "../../packages/client/src/streams/decode-items.ts";
import { encodeItem } from "../../packages/testing/src/streams/open-items.ts";
import type { Case, Judge } from "./judge.ts";
import cases from "./suites/event-streams.json" with { type: "json" };

interface Event {
  readonly event?: string;
  readonly data: string;
}

const STREAM = { framing: "events", item: {} } as unknown as ItemStream;
const START = { lastId: "", retryMs: undefined };

/** By the client, in parts of a size. */
function byClient(bytes: Uint8Array, size: number) {
  const decoder = createItemDecoder("text/event-stream", {}, START);
  const found: Event[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const item of decoder.push(bytes.subarray(at, at + size))) {
      if (item.kind === "item") found.push(eventOf(item.value as Event));
    }
  }
  return { events: found, ...decoder.position };
}

function byPeer(text: string): Event[] {
  const found: Event[] = [];
  const parser = createParser({ onEvent: (event) => found.push(eventOf(event as Event)) });
  parser.feed(text);
  return found;
}

/** Only what is known of it: an id is the stream's. */
function eventOf({ event, data }: Event): Event {
  return event === undefined ? { data } : { event, data };
}

function judgeCase({ name, bytes: encoded, events, lastId, retry: retryMs }: (typeof cases.cases)[number]): Case[] {
  const bytes = Uint8Array.from(unescape(encoded), (one) => one.charCodeAt(0));
  const client = [bytes.length, 1, 2, 3, 7].map((size) => {
    const got = byClient(bytes, size);
    return {
      name: `${name}, client, ${size} bytes at once`,
      got,
      due: { events, lastId: lastId ?? got.lastId, retryMs },
    };
  });
  // Texts of several lines have one spelling when they are sent.
  const sent = byPeer(events.map((event) => encodeItem(event, STREAM)).join(""));
  return [...client, { name: `${name}, sent by the fake`, got: sent, due: events }];
}

export const eventStreams: Judge = {
  suite: "Web Platform Tests, eventsource/format-*",
  version: "as in 2026",
  judged: "event streams: the client, the fake",
  aside: ["the other files of `eventsource/`: they are about the browser's object, its requests and origins"],
  wanted: [],
  judge: async () => cases.cases.flatMap(judgeCase),
};
