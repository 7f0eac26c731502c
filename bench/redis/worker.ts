import { createSvcClient } from "@svc/client";
import { redisRateLimit } from "@svc/client/redis";
import { createClient } from "redis";

// One of several processes that share a key: sends its tasks and tells what became of them.
const [url = "", tasks = "0", redisUrl = ""] = process.argv.slice(2);
const warnings: string[] = [];
let trips = 0;
const client = redisUrl ? createClient({ url: redisUrl }) : undefined;
client?.on("error", () => undefined);
await client?.connect().catch(() => undefined);
const counted = client && {
  get isReady() {
    return client.isReady;
  },
  evalSha: (...args: Parameters<typeof client.evalSha>) => {
    trips++;
    return client.evalSha(...args);
  },
  eval: (...args: Parameters<typeof client.eval>) => client.eval(...args),
};
const svc = createSvcClient({
  baseUrl: url,
  auth: "token",
  retry: { limit: 10 },
  ...(counted && {
    rateLimit: redisRateLimit({ client: counted, onWarning: ({ message }) => warnings.push(message) }),
  }),
});
let lost = 0;
const finished: number[] = [];
await Promise.all(
  Array.from({ length: Number(tasks) }, () =>
    svc.sessions.cookies.get("s1").then(
      () => finished.push(Date.now()),
      () => {
        lost++;
      },
    ),
  ),
);
await svc.close();
// The orderly way: what the client tells Redis at its end still gets there.
await client?.close();
process.stdout.write(JSON.stringify({ lost, trips, warnings, finished }));
