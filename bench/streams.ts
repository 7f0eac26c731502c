import { createClient, type StreamPromise, withStreams } from "@svc/client/runtime";
import { createParser } from "eventsource-parser";
import OpenAI from "openai";
import { median, type Report, ratioOf } from "./report.ts";
import { memoryOf } from "./soak/memory.ts";
import { BASE, eventBytes, streamOf, TABLE } from "./streams/events.ts";

const EVENTS = 50_000;
const ROUNDS = 9;

/** Reads a stream to its end; returns the number of events. */
type Read = () => Promise<number>;

function contenders(chunks: readonly Uint8Array[]): { readonly [name: string]: Read } {
  const fetch = async (): Promise<Response> => streamOf(chunks);
  const svc = withStreams(
    createClient<{ events(): StreamPromise<unknown> }, object>(TABLE, { baseUrl: BASE, auth: "token", fetch }),
    TABLE,
  );
  const openai = new OpenAI({ baseURL: BASE, apiKey: "token", fetch });
  const count = async (items: AsyncIterable<unknown>): Promise<number> => {
    let events = 0;
    for await (const _ of items) events++;
    return events;
  };
  return {
    // The caller does the rest: bytes to text, and data to values.
    "eventsource-parser, bare": async () => {
      let events = 0;
      const decoder = new TextDecoder();
      const parser = createParser({ onEvent: ({ data }) => void (JSON.parse(data) && events++) });
      for await (const chunk of (await fetch()).body as never as AsyncIterable<Uint8Array>)
        parser.feed(decoder.decode(chunk, { stream: true }));
      return events;
    },
    "@svc/client": () => count(svc.events()),
    "openai's stream": async () => count((await openai.get("/events", { stream: true })) as AsyncIterable<unknown>),
  };
}

/** Events per second of each contender in turn, and whether memory stays flat over a million of them. */
export async function run(): Promise<Report[]> {
  const all = Object.entries(contenders(eventBytes(EVENTS)));
  const rates = new Map<string, number[]>(all.map(([name]) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, read] of all) {
      const begin = performance.now();
      const events = await read();
      if (events !== EVENTS) throw new Error(`${name} has read ${events} events of ${EVENTS}.`);
      if (round >= 0) rates.get(name)?.push((events * 1000) / (performance.now() - begin));
    }
  }
  const bare = rates.get("eventsource-parser, bare") ?? [];
  const rows = all.map(([name]) => {
    const own = rates.get(name) ?? [];
    return [name, Math.round(median(own)).toLocaleString("en"), ratioOf(own, bare)];
  });
  return [
    {
      name: "streams",
      title: "Events per second",
      method: `${ROUNDS} rounds of ${EVENTS} server-sent events of JSON in chunks of 16 KiB from memory; median, and ratio of the medians to a bare parser.`,
      columns: ["reader", "events per second", "ratio"],
      rows,
    },
    {
      name: "streams",
      title: "A million events",
      method: "One stream of server-sent events with ids, from memory. Heap after a full garbage collection.",
      ...memoryOf("streams/worker.ts", "events"),
    },
  ];
}
