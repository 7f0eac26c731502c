import { createClient, type StreamPromise, withStreams } from "@svc/client/runtime";
import { memoryAt } from "../soak/memory.ts";
import { BASE, eventBytes, streamOf, TABLE } from "./events.ts";

const EVENTS = 1_000_000;
const BATCH = 10_000;

function* chunks(): Generator<Uint8Array> {
  for (let from = 0; from < EVENTS; from += BATCH) yield* eventBytes(BATCH, from);
}

const fetch = async (): Promise<Response> => streamOf(chunks());
const options = { baseUrl: BASE, auth: "token", fetch };
const svc = withStreams(createClient<{ events(): StreamPromise<unknown> }, object>(TABLE, options), TABLE);
const rows: ReturnType<typeof memoryAt>[] = [];
let count = 0;
for await (const _ of svc.events()) {
  if (count % (EVENTS / 10) === 0) rows.push(memoryAt(count));
  count++;
}
rows.push(memoryAt(count));
await svc.close();
process.stdout.write(JSON.stringify(rows));
