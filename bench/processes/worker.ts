import { createSvcClient } from "@svc/client";
import { shownOperation } from "../shown-operation.ts";

// One of several processes that share a key and nothing else: sends its tasks and tells when each was answered.
const [url = "", count = "0"] = process.argv.slice(2);
const svc = createSvcClient({ baseUrl: url, auth: "token", retry: { limit: 10 } });
const call = shownOperation().methodOf(svc);
let lost = 0;
await Promise.all(
  Array.from({ length: Number(count) }, () =>
    call("s1").catch(() => {
      lost++;
    }),
  ),
);
await svc.close();
process.stdout.write(JSON.stringify({ lost }));
