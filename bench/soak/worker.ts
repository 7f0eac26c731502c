import { createSvcClient } from "@svc/client";
import { shownOperation } from "../shown-operation.ts";
import { memoryAt } from "./memory.ts";

const CALLS = 1_000_000;
const BATCH = 100;
let sent = 0;

const fetch = async (): Promise<Response> => {
  const isFailure = ++sent % 100 === 0;
  return new Response('{"items":[]}', {
    status: isFailure ? 503 : 200,
    headers: {
      "content-type": "application/json",
      "x-ratelimit-limit": "1000000000",
      "x-ratelimit-remaining": "999999999",
      "x-ratelimit-reset": "4000000000",
    },
  });
};

// Backoffs end at once: what is looked at is memory, not time.
const clock = {
  now: () => Date.now(),
  setTimeout: (callback: () => void, ms: number) => (ms < 10_000 ? setImmediate(callback) : setTimeout(callback, ms)),
  clearTimeout: (handle: unknown) =>
    handle instanceof Object && "_onImmediate" in handle
      ? clearImmediate(handle as never)
      : clearTimeout(handle as never),
};

const svc = createSvcClient({ baseUrl: "https://svc.example.test", auth: "token", fetch, clock });
const call = shownOperation().methodOf(svc);
const rows: ReturnType<typeof memoryAt>[] = [];
for (let done = 0; done < CALLS; done += BATCH) {
  if (done % (CALLS / 10) === 0) rows.push(memoryAt(done));
  await Promise.all(Array.from({ length: BATCH }, () => call("s1")));
}
rows.push(memoryAt(CALLS));
await svc.close();
process.stdout.write(JSON.stringify(rows));
