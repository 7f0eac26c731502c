import { createSvcClient } from "@svc/client";
import { SECRET } from "./secret.mjs";

// One call of a host that only the proxy knows, in Node.js, Bun and Deno. The proxy is the first argument, or the environment's.

const proxy = process.argv[2];

function throughProxy(request, init) {
  const own = globalThis.Deno ? { client: globalThis.Deno.createHttpClient({ proxy: { url: proxy } }) } : { proxy };
  return fetch(request, { ...init, ...own });
}

const svc = createSvcClient({
  baseUrl: "http://svc.invalid",
  auth: SECRET,
  allowInsecure: true,
  retry: { limit: 0 },
  ...(proxy && { fetch: throughProxy }),
});
await svc.counters.stamps.get("s1");
console.log("answered");
