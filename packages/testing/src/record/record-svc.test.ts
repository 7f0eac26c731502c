import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentOf } from "@svc/model/test-support/small-document";
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
  ...(
    "api_token device_token webhook_secret new_password aws_secret_access_key xAuthToken session_cookie html body_html " +
    "TextBody stripped-text passwords refresh_tokens cookies mfa_code db_pwd X-Csrf-Token"
  )
    .split(" ")
    .map((name): [string, unknown] => [`a field ${name}`, { [name]: "SECRET" }]),
  ["JSON in a text", { body: '{"access_token":"SECRET","a":["{\\"pin\\":\\"SECRET\\"}"]}' }],
  ["JSON in a text, cut off", { body: '{"cookies":[{"name":"sid","value":"SECRET' }],
  ["JSON within a text", { log: 'sent {"password": "SECRET", \\"otp\\":\\"SECRET\\"} and more' }],
  ["a form", { post: "password=SECRET&u=x", other: "u=SECRET&v=SECRET" }],
  [
    "headers as lists",
    {
      a: [
        ["cookie", "sid=SECRET"],
        ["authorization", "Token SECRET"],
      ],
      b: ["X-Api-Key", "SECRET"],
    },
  ],
  [
    "headers in a text",
    { a: "Set-Cookie: sid=SECRET; Path=/", b: "GET /\r\nx-api-key: SECRET\r\ncookie: a=1; b=SECRET" },
  ],
  ["a command line", { a: "curl -H 'Authorization: Token SECRET' -H 'x-auth-token: SECRET'" }],
  ["a cookie in a text", { a: "sid=SECRET; Path=/; HttpOnly" }],
  ["a map of cookies", { cookies: { sid: "SECRET", more: { a: "SECRET" } }, Cookie: { sid: "SECRET", n: 5 } }],
  [
    "pairs of key and value",
    { jar: [{ key: "sid", value: "SECRET", domain: "a.test" }], h: [{ key: "cookie", values: ["SECRET"], more: 1 }] },
  ],
  [
    "a mail of another service",
    { subject: "s", from: "a@b.test", text: "SECRET", body: { contentType: "x", content: "SECRET" } },
  ],
  ["a refused value", { detail: [{ loc: ["body", "password"], msg: "m", type: "t", input: "SECRET" }] }],
  ["encoded bytes", { body: "U0VDUkVU SECRET", base64Encoded: true }],
  ["the same key twice", '{"a":"sk-SECRET-1234","a":1}'],
  ["an escaped token", '{"detail":"\\u0073k-SECRET-1234"}'],
  ["what is no JSON", '{"password": "SECRET'],
])("%s: nothing secret is recorded", async (_what, body) => {
  const recording = await recorded(body);
  expect(recording.entries).toHaveLength(1);
  expect(JSON.stringify(recording)).not.toContain("SECRET");
});

test.each<[string, string]>([
  ["big and exact numbers", '{"id":12345678901234567890,"price":1.0,"low":-0.00001,"e":1E5,"f":1.10}'],
  ["what has blanks", '{ "a": [1,  2],\n "token" : "" }\n'],
  ["places in lists", '{"next_page_token":"abc==","max_tokens":12,"tokens":3,"secretary":"Ann","has_token":true}'],
  ["cookies but their values", '{"cookies":[{"name":"sid","domain":"a.test","path":"/","expires":1,"value":""}]}'],
  ["places of errors", '{"detail":[{"loc":["cookie","sid"],"msg":"Field required","type":"missing"}]}'],
  [
    "texts that begin like JSON",
    '{"a":"[info] started","b":"{id}","c":"\\"quoted\\" text","d":"[1, 2]","e":"a=b","f":"YWJj=="}',
  ],
  ["escapes", '{"1":1,"\\u00e9":"\\/\\u00e9","a":{"2":2}}'],
  ["half a surrogate pair", '{"a":"\\ud83d"}'],
])("%s are kept as they were sent", async (_what, text) => {
  expect((await recorded(text)).entries[0]?.body).toBe(text);
});

test("numbers stay as they are beside what is redacted", async () => {
  const { entries } = await recorded('{"token":"SECRET","id":12345678901234567890, "price": 1.0, "pin": 1234}');
  expect(entries[0]?.body).toBe('{"token":"[redacted]","id":12345678901234567890,"price":1.0,"pin":0}');
});

test("the password of a Basic credential is known when it comes back", async () => {
  const fetch = async () => Response.json({ seen: "hunter-SECRET, Basic" });
  const recorder = recordSvc({ baseUrl, fetch });
  await recorder.fetch(`${baseUrl}/x`, { headers: { authorization: `Basic ${btoa("me:hunter-SECRET")}` } });
  expect(recorder.recording().entries[0]?.body).toBe('{"seen":"[redacted], Basic"}');
});

const KEY = 'key/SECRET+0123"456';

/** A fake of a document whose only credential is this API key. */
function keyedFake(where: "header" | "query" | "cookie", name: string) {
  const schema = { type: "object" };
  const responses = { 200: { description: "Found.", content: { "application/json": { schema } } } };
  return createFakeSvc({
    document: documentOf({
      security: [{ k: [] }],
      paths: { "/things": { get: { operationId: "list", responses } } },
      components: { securitySchemes: { k: { type: "apiKey", in: where, name } } },
    }),
    baseUrl,
    rateLimit: false,
  });
}

test.each([
  ["query", "appid"],
  ["query", "key"],
  ["query", "code"],
  ["header", "X-Key"],
  ["header", "Ocp-Apim"],
  ["cookie", "sid"],
] as const)(
  "an API key that the document declares in a %s named %s is in no recording, and not in the journal",
  async (...[where, name]) => {
    const fake = keyedFake(where, name);
    const encoded = encodeURIComponent(KEY);
    const body = JSON.stringify({
      [name]: "ANOTHER-SECRET",
      args: { value: KEY },
      self: `https://a.test/${encoded}?x=1`,
      form: `x=${encoded.replaceAll(/%../g, (code) => code.toLowerCase())} y`,
      json: `said {"k":${JSON.stringify(KEY)}}, and ${JSON.stringify(JSON.stringify(KEY))}`,
      html: KEY.replaceAll('"', "&quot;"),
      encoded: `got ${btoa(KEY)}`,
      cookie: `cookie ${name}=${encoded}`,
    });
    const fetch = async (request: Request) => {
      await fake.fetch(request.clone());
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    const recorder = recordSvc({ baseUrl, model: fake.model, fetch: fetch as typeof globalThis.fetch });
    const query = where === "query" ? `?${name}=${encoded}` : "";
    const headers: Record<string, string> = {};
    if (where === "header") headers[name] = KEY;
    if (where === "cookie") headers["cookie"] = `${name}=${encoded}`;
    await recorder.fetch(`${baseUrl}/things${query}`, { headers });
    for (const text of [JSON.stringify(recorder.recording()), JSON.stringify(fake.calls)]) {
      expect(text).not.toMatch(/SECRET/i);
      expect(text).not.toContain(btoa(KEY).slice(0, 12));
    }
  },
);

test("a numeric API key is hidden as a number", async () => {
  const { model } = keyedFake("header", "X-Key");
  const recorder = recordSvc({ baseUrl, model, fetch: async () => Response.json({ owner: 12345678, count: 1234 }) });
  await recorder.fetch(`${baseUrl}/things`, { headers: { "x-key": "12345678" } });
  expect(recorder.recording().entries[0]?.body).toBe('{"owner":0,"count":1234}');
});

test("a credential that a later request sends is hidden in the responses before it, and so is one of a form", async () => {
  const recorder = recordSvc({
    baseUrl,
    fetch: async () => Response.json({ id: "issued-SECRET", client: "me-SECRET" }),
  });
  const form = new URLSearchParams({ client_secret: "me-SECRET" });
  await recorder.fetch(`${baseUrl}/login`, { method: "POST", body: form });
  expect(JSON.stringify(recorder.recording())).toContain("issued-SECRET");
  await recorder.fetch(`${baseUrl}/things/issued-SECRET`, { headers: { authorization: "Bearer issued-SECRET" } });
  expect(JSON.stringify(recorder.recording())).not.toContain("SECRET");
});

test("lines of JSON are looked through, other texts are left out", async () => {
  const lines = '{"token":"SECRET"}\n{"a":1}\n';
  expect((await recorded(lines, "/x", "application/x-ndjson")).entries[0]?.body).toBe(
    '{"token":"[redacted]"}\n{"a":1}\n',
  );
  expect((await recorded("<p>SECRET</p>", "/x", "text/html")).entries).toEqual([]);
});

/** A recorder of a service that answers so. */
function recorderOf(answer: () => Response): ReturnType<typeof recordSvc> {
  return recordSvc({ baseUrl, fetch: async () => answer() });
}

test.each<[string, () => Response]>([
  ["a playlist", () => new Response("#EXTM3U", { headers: { "content-type": "application/vnd.apple.mpegurl" } })],
  ["lines of JSON", () => new Response('{"a":1}\n', { headers: { "content-type": "application/x-ndjson" } })],
  ["an empty text", () => new Response("")],
])("%s is in the recording as soon as it was read", async (_what, answer) => {
  const recorder = recorderOf(answer);
  const text = await (await recorder.fetch(`${baseUrl}/x`)).text();
  expect(recorder.recording().entries).toMatchObject([text === "" ? { status: 200 } : { status: 200, body: text }]);
});

test.each<[string, () => Response]>([
  ["no content", () => new Response(null, { status: 204 })],
  [
    "an empty body",
    () => new Response("", { status: 202, headers: { "content-type": "text/html", "content-length": "0" } }),
  ],
  ["a body without a type", () => new Response(new Uint8Array())],
])("%s is recorded unread", async (_what, answer) => {
  const recorder = recorderOf(answer);
  const { status } = await recorder.fetch(`${baseUrl}/x`);
  const [entry] = recorder.recording().entries;
  expect([entry?.status, entry?.body]).toEqual([status, undefined]);
});

test("lines without end reach the caller as they come, and are not recorded", async () => {
  let pulls = 0;
  const endless = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(new TextEncoder().encode(`{"a":${++pulls}}\n`)) },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/x-ndjson", "x-kept": "yes" };
  const recorder = recorderOf(() => {
    const response = new Response(endless, { status: 203, headers });
    return Object.defineProperty(response, "url", { value: `${baseUrl}/logs` });
  });
  const response = await recorder.fetch(`${baseUrl}/logs`);
  expect([response.status, response.url, response.headers.get("x-kept")]).toEqual([203, `${baseUrl}/logs`, "yes"]);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"a":1}\n');
  await reader?.cancel();
  expect([recorder.recording().entries, pulls < 5]).toEqual([[], true]);
});

test("what is not recorded is handed on as it is", async () => {
  const image = new Response("bytes", { headers: { "content-type": "image/png", "content-length": "5" } });
  const odd = Object.defineProperty(Response.json({}), "status", { value: 999 });
  for (const answer of [image, odd]) {
    const recorder = recorderOf(() => answer);
    expect(await recorder.fetch(`${baseUrl}/x`)).toBe(answer);
    expect(recorder.recording().entries).toEqual([]);
  }
});

test("a body that breaks off is the caller's, and not recorded", async () => {
  const broken = () => new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
  for (const type of ["application/json", "application/x-ndjson"]) {
    const recorder = recorderOf(() => new Response(broken(), { headers: { "content-type": type } }));
    await expect((await recorder.fetch(`${baseUrl}/x`)).text()).rejects.toThrow("gone");
    expect(recorder.recording().entries).toEqual([]);
  }
});

test("what was left out of an address may be anything in a replay", async () => {
  const answers = ["first", "second", "third"].map((mp4_url) => Response.json({ mp4_url }));
  const recorder = recordSvc({ baseUrl, redact: ["code"], fetch: async () => answers.shift() as Response });
  const targets = [
    "/sessions/s1/replay?code=a%26b&x=1",
    "/sessions/s1/replay?x=1&code=c",
    "/sessions/sk-SECRET-1234/replay",
  ];
  for (const target of targets) await recorder.fetch(baseUrl + target, { headers: AUTH });
  const fake = createFakeSvc({ recording: recorder.recording() });
  const ask = async (target: string): Promise<string> => {
    const answer = await fake.fetch(fake.baseUrl + target, { headers: AUTH });
    return ((await answer.json()) as { mp4_url: string }).mp4_url;
  };
  expect(await ask("/sessions/s1/replay?x=1&code=d%2Fe")).toBe("first");
  expect(await ask("/sessions/s1/replay?code=f&x=1")).toBe("second");
  expect(await ask("/sessions/another/replay")).toBe("third");
  expect(await ask("/sessions/s1/replay?code=f&x=2")).toContain("://");
});

test("no content is replayed as such", async () => {
  const recorder = recorderOf(() => new Response(null, { status: 204 }));
  await recorder.fetch(`${baseUrl}/sessions/s1/replay`);
  const fake = createFakeSvc({ recording: recorder.recording() });
  const answer = await fake.fetch(`${fake.baseUrl}/sessions/s1/replay`, { headers: AUTH });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
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
  expect(() => createFakeSvc({ recording: { entries: [] } as never })).toThrow("expected a recording of recordSvc()");
});
