import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { type Recording, recordSvc } from "../index.ts";

const baseUrl = "https://live.example.test/v1";
const AUTH = { authorization: "Bearer sk-SECRET-1234" };

/** Records one answer of a service that says just this. */
async function recorded(body: unknown, target = "/sessions/s1/cookies", type = "application/json"): Promise<Recording> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": type, "set-cookie": "sid=SECRET", "x-token": "SECRET" };
  const recorder = recordSvc({ baseUrl, fetch: async () => new Response(text, { headers }) });
  const answer = await recorder.fetch(baseUrl + target, { headers: { ...AUTH, cookie: "sid=SECRET-c" } });
  expect(await answer.text()).toBe(text);
  await new Promise((resolve) => setImmediate(resolve));
  return recorder.recording();
}

test("an answer is in the recording as soon as the caller has it", async () => {
  const live = createFakeSvc();
  const recorder = recordSvc({ baseUrl: live.baseUrl, fetch: live.fetch });
  await (await recorder.fetch(`${live.baseUrl}/health`, { headers: AUTH })).text();
  expect(recorder.recording().entries).toMatchObject([{ method: "GET", target: "/health", status: 200 }]);
});

test.each<[string, unknown]>([
  ["a token echoed in a message", { detail: "no access for sk-SECRET-1234" }],
  ["a token echoed as a key", { "sk-SECRET-1234": 1 }],
  ["a cookie sent, echoed", { seen: "SECRET-c" }],
  [
    "values of cookies",
    {
      cookies: [
        { name: "sid", value: "SECRET", domain: "a.test", path: "/" },
        { name: "a", value: "SECRET" },
      ],
    },
  ],
  ["bodies of mails", [{ subject: "s", text_content: "SECRET", html_content: "<p>SECRET</p>" }]],
  [
    "other spellings",
    { AccessToken: "SECRET", "Api-Key": "SECRET", refreshToken: ["SECRET"], client_secret: { a: "SECRET" } },
  ],
  ["an address that is signed", { mp4_url: "https://b.test/v.mp4?X-Amz-Signature=SECRET&X-Amz-Credential=SECRET" }],
  [
    "a playlist with signed parts",
    { playlist_content: "#EXTM3U\npart0.ts?sig=SECRET\nhttps://b.test/p1.ts?Key-Pair-Id=a&Policy=SECRET" },
  ],
  ["an address with a user", { url: "https://user:SECRET@b.test/" }],
  ["headers as pairs", { headers: [{ name: "Authorization", value: "SECRET", comment: "" }] }],
  ["a bearer token in a text", { log: "sent authorization: bearer SECRETSECRET" }],
  ["a JSON Web Token in a text", { log: "got eyJSECRET0.eyJSECRET1.SECRET" }],
  ["an escaped token", '{"detail":"\\u0073k-SECRET-1234"}'],
  ["what is no JSON", '{"password": "SECRET'],
])("%s: nothing secret is recorded", async (_what, body) => {
  const recording = await recorded(body);
  expect(recording.entries).toHaveLength(1);
  expect(JSON.stringify(recording)).not.toContain("SECRET");
});

test("lines of JSON are looked through, other texts are left out", async () => {
  const lines = '{"token":"SECRET"}\n{"a":1}\n';
  expect((await recorded(lines, "/x", "application/x-ndjson")).entries[0]?.body).toBe(
    '{"token":"[redacted]"}\n{"a":1}\n',
  );
  expect((await recorded("<p>SECRET</p>", "/x", "text/html")).entries).toEqual([]);
});

test("credentials in paths and queries are redacted", async () => {
  const { entries } = await recorded({}, "/k/sk-SECRET-1234/x?api_key=SECRET&limit=5&q=sk-SECRET-1234");
  expect(entries[0]?.target).toBe("/k/redacted/x?api_key=redacted&limit=5&q=redacted");
});

test("other addresses and refusals of the limit pass through unrecorded", async () => {
  const recorder = recordSvc({ baseUrl, fetch: async () => Response.json({}, { status: 429 }) });
  expect((await recorder.fetch(`${baseUrl}/health`)).status).toBe(429);
  await recorder.fetch("https://live.example.test/v10/health");
  await new Promise((resolve) => setImmediate(resolve));
  expect(recorder.recording().entries).toEqual([]);
});

test("what is recorded to a file is replayed, in order, before anything is generated", async () => {
  const live = createFakeSvc({ seed: 5 });
  let count = 0;
  live.on("sessions_cookies_get", () => ({ cookies: [{ name: `c${++count}`, value: "SECRET" }] }) as never);
  const recorder = recordSvc({ baseUrl: live.baseUrl, fetch: live.fetch, model: live.model });
  for (const path of ["/sessions/s1/cookies", "/sessions/s1/cookies", "/personas/p/emails?limit=2&only_unread=true"]) {
    await recorder.fetch(live.baseUrl + path, { headers: AUTH });
  }
  const folder = mkdtempSync(join(tmpdir(), "svc-recording-"));
  const file = join(folder, "recording.json");
  await recorder.save(file);
  const text = readFileSync(file, "utf8");
  expect([text.includes("SECRET"), statSync(file).mode & 0o777]).toEqual([false, 0o600]);
  rmSync(folder, { recursive: true });

  const fake = createFakeSvc({ recording: JSON.parse(text) });
  const names = async (): Promise<unknown> => {
    const answer = await fake.fetch(`${fake.baseUrl}/sessions/s1/cookies`, { headers: AUTH });
    return ((await answer.json()) as { cookies: { name: string }[] }).cookies[0]?.name;
  };
  expect([await names(), await names(), await names()]).toEqual(["c1", "c2", "c2"]);
  const emails = await fake.fetch(`${fake.baseUrl}/personas/p/emails?only_unread=true&limit=2`, { headers: AUTH });
  const kept = recorder.recording().entries[2]?.body;
  expect(await emails.text()).toBe(kept);
  fake.sessions("s1").cookies.set([{ name: "stored" } as never]);
  expect(await names()).toBe("stored");
  const off = fake.on("sessions_cookies_get", () => ({ cookies: [{ name: "handled" }] }) as never);
  expect(await names()).toBe("handled");
  off();
  fake.reset();
  expect(await names()).toBe("c1");
});

test("what is no recording is refused", () => {
  expect(() => createFakeSvc({ recording: { entries: [] } as never })).toThrow("expected what recordSvc() has written");
});
