import createFetchClient from "openapi-fetch";
import { expect, test } from "vitest";
import { createPolicyFetch } from "../src/index.ts";
import { json, rejection } from "./support/client.ts";
import { manualClock } from "./support/manual-clock.ts";

const baseUrl = "https://api.example/v1";

test("a client of one's own gets credential, retries and time limits by its fetch", async () => {
  const clock = manualClock();
  const requests: Request[] = [];
  const answers = [json({}, { status: 503 }), json({ a: 1 })];
  const service = async (request: Request): Promise<Response> => {
    requests.push(request);
    return answers.shift() as Response;
  };
  const fetch = createPolicyFetch({
    baseUrl,
    auth: "secret-token",
    clock,
    fetch: service,
    random: () => 0.5,
    rateLimit: false,
  });
  const call = createFetchClient<Record<string, Record<string, never>>>({ baseUrl, fetch }).GET("/x" as never);
  await clock.advance(1000);
  expect(await call).toMatchObject({ data: { a: 1 } });
  expect(requests.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual(
    Array(2).fill([`${baseUrl}/x`, "Bearer secret-token"]),
  );
  await fetch.close();
  expect(clock.pending).toBe(0);
});

test("without auth no credential is sent, and answers of any status are values", async () => {
  const fetch = createPolicyFetch({
    baseUrl,
    retry: false,
    fetch: async (request) => json([...request.headers.keys()], { status: 404 }),
  });
  const response = await fetch(`${baseUrl}/x`);
  expect([response.status, await response.json()]).toEqual([404, []]);
});

test("an address outside of baseUrl is refused", async () => {
  const fetch = createPolicyFetch({ baseUrl, auth: "secret-token", fetch: async () => json(1) });
  for (const url of ["https://evil.example/v1/x", "https://api.example/v2", "https://api.example/v1/../x"]) {
    expect((await rejection(fetch(url))).name).toBe("ConfigurationError");
  }
});

test("the signal of a request ends it", async () => {
  const fetch = createPolicyFetch({ baseUrl, fetch: () => new Promise(() => {}) });
  const controller = new AbortController();
  const call = rejection(fetch(new Request(`${baseUrl}/x`, { signal: controller.signal })));
  controller.abort();
  expect((await call).name).toBe("AbortedError");
});
