import { once } from "node:events";
import { createSvcClient } from "@svc/client";
import { redisRateLimit } from "@svc/client/redis";
import { createClient } from "redis";
import { shownOperation } from "../shown-operation.ts";

// One of several processes that share a key: says when it is ready, waits for a word, sends its tasks and tells what
// became of them.
const [url = "", tasks = "0", redisUrl = ""] = process.argv.slice(2);
let trips = 0;
const client = redisUrl ? createClient({ url: redisUrl }) : undefined;
client?.on("error", () => undefined);
const connected = client?.connect().catch(() => undefined);
await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 300))]);
const counted = client && {
  get isReady() {
    return client.isReady;
  },
  evalSha: (...args: Parameters<typeof client.evalSha>) => {
    trips++;
    return client.evalSha(...args);
  },
  eval: (...args: Parameters<typeof client.eval>) => {
    trips++;
    return client.eval(...args);
  },
};
const svc = createSvcClient({
  baseUrl: url,
  auth: "token",
  // Without Redis, a request may be refused in several windows: none is to be lost for that.
  retry: { limit: 10 },
  ...(counted && { rateLimit: redisRateLimit({ client: counted, onWarning: () => undefined }) }),
});
const call = shownOperation().methodOf(svc);
process.send?.("ready");
await once(process, "message");
const answeredAt: number[] = [];
await Promise.all(
  Array.from({ length: Number(tasks) }, () =>
    call("s1").then(
      () => answeredAt.push(Date.now()),
      () => undefined,
    ),
  ),
);
// The orderly way: what is told at the end still gets there.
await svc.close();
if (client?.isReady) await client.close();
else client?.destroy();
process.send?.({ trips, answeredAt }, () => process.disconnect());
