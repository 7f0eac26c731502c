import { expect, test } from "vitest";
import { ConfigurationError } from "../src/errors/errors.ts";
import { json, rejection, setup } from "./support/client.ts";

test("a method sends its arguments where the document says", async () => {
  const { svc, requests } = setup([json([{ subject: "a" }])]);
  const data = await svc.personas.emails.list("p 1/2", {
    limit: 20,
    timedelta: { minutes: 5 },
    only_unread: undefined,
    other: null,
  });
  expect(data).toEqual([{ subject: "a" }]);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toBe("https://api.example/personas/p%201%2F2/emails?limit=20&timedelta=PT5M");
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
    authorization: "Bearer secret-token",
    "content-type": "application/json",
    "x-svc-sdk-version": expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test("a path prefix and a trailing slash of the base address are kept apart from the path", async () => {
  const { svc, requests } = setup([json(1)], { baseUrl: new URL("https://api.example/v1/") });
  await svc.health.get();
  expect(requests[0]?.url).toBe("https://api.example/v1/health");
});

test("call options carry headers and parameters that the document does not know", async () => {
  const { svc, requests } = setup([json(1)], { requestOrigin: "tests" });
  await svc.health.get({
    headers: { "x-trace": "1" },
    query: { "a&b": ["x y", null, 2, undefined], at: new Date(0), skip: undefined },
  });
  expect(requests[0]?.url).toBe("https://api.example/health?a%26b=x%20y&a%26b=2&at=1970-01-01T00%3A00%3A00.000Z");
  expect(requests[0]?.headers.get("x-trace")).toBe("1");
  expect(requests[0]?.headers.get("x-svc-request-origin")).toBe("tests");
});

test("headers have one value however their names are spelled, and none where it is undefined", async () => {
  const { svc, requests } = setup([json(1)], { requestOrigin: "tests" });
  const headers = { "X-SVC-Request-Origin": "mine", "Content-Type": undefined as never, "x-null": null as never };
  await svc.health.get({ headers });
  const sent = Object.fromEntries(requests[0]?.headers ?? []);
  expect(sent["x-svc-request-origin"]).toBe("mine");
  expect(Object.keys(sent).sort()).toEqual([
    "accept-encoding",
    "authorization",
    "x-svc-request-origin",
    "x-svc-sdk-version",
  ]);
});

test("headers may be given as Headers, and nothing that all objects inherit is sent", async () => {
  const prototype = Object.prototype as { polluted?: string };
  const sent: (readonly (string | null)[])[] = [];
  const note = async ({ headers }: Request): Promise<Response> => {
    sent.push([headers.get("x-trace"), headers.get("polluted")]);
    return json(1);
  };
  try {
    prototype.polluted = "x";
    const { svc } = setup([], { fetch: note });
    await svc.health.get({ headers: new Headers({ "X-Trace": "1" }) as never });
    await svc.health.get({ headers: { "x-trace": "2" } });
    await (svc.raw.GET as (path: string) => Promise<unknown>)("/health");
  } finally {
    delete prototype.polluted;
  }
  expect(sent).toEqual([
    ["1", null],
    ["2", null],
    [null, null],
  ]);
});

test("withResponse gives data, response and rate limit of the one request", async () => {
  const { svc, requests } = setup([json({ a: 1 }, { headers: { "x-ratelimit-limit": "7" } })]);
  const { data, response, rateLimit } = await svc.health.get().withResponse();
  expect(data).toEqual({ a: 1 });
  expect(response.headers.get("x-ratelimit-limit")).toBe("7");
  expect(rateLimit).toMatchObject({ inFlight: 0, queued: 0 });
  expect(requests).toHaveLength(1);
});

test("members of an exploded object are parameters, and what is within them is JSON", async () => {
  const { svc, requests } = setup([json(1)]);
  const at = new Date(0);
  await svc.health.get({
    query: { filter: { tags: ["a", "b"], rules: [{ n: 1 }], inner: { o: { p: [2] } }, at, none: undefined } },
  });
  expect(new URL((requests[0] as Request).url).search.slice(1).split("&").map(decodeURIComponent)).toEqual([
    "tags=a",
    "tags=b",
    'rules={"n":1}',
    'inner={"o":{"p":[2]}}',
    "at=1970-01-01T00:00:00.000Z",
  ]);
});

test("parameters are serialized in the style of their row", async () => {
  const { svc, requests } = setup([json(1)]);
  const params = {
    csv: ["a,b", 2],
    spaces: ["a", "b"],
    pipes: [1, 2],
    deep: { a: 1, b: "x y", c: undefined },
    json: { q: [1] },
    renamed: true,
    "x-head": [1, 2],
    crumb: "a b",
  };
  await svc.styles([1, 2], ["a", "b"], { k: "v" }, params);
  const { url, headers } = requests[0] as Request;
  expect(new URL(url).pathname).toBe("/styles/1,2/.a.b/;matrix=k,v");
  expect(url.split("?")[1]?.split("&")).toEqual([
    "csv=a%2Cb,2",
    "spaces=a%20b",
    "pipes=1|2",
    "deep[a]=1",
    "deep[b]=x%20y",
    "json=%7B%22q%22%3A%5B1%5D%7D",
    "re%20named=true",
  ]);
  expect(headers.get("x-head")?.replaceAll(" ", "")).toBe("1,2");
  expect(headers.get("cookie")).toBe("crumb=a%20b");
});

test.each([
  [{ minutes: 5 }, "PT5M"],
  [{ hours: 1, minutes: 30, days: 2 }, "P2DT1H30M"],
  [{ years: 1, months: 2, weeks: 3, seconds: 0.5 }, "P1Y2M3WT0.5S"],
  ["P1D", "P1D"],
  [{ toJSON: () => "PT7S" }, "PT7S"],
])("the duration %j is sent as %s", async (timedelta, text) => {
  const { svc, requests } = setup([json(1)]);
  await svc.personas.emails.list("p", { timedelta });
  expect(new URL(requests[0]?.url ?? "").searchParams.get("timedelta")).toBe(text);
});

test.each([[{ minute: 5 }], [{}], [{ minutes: Number.NaN }], [{ minutes: -1 }], [{ minutes: "5; drop" }]])(
  "the duration %j is refused before anything is sent",
  async (timedelta) => {
    const { svc, requests } = setup([json(1)]);
    const error = await rejection(svc.personas.emails.list("p", { timedelta }));
    expect(ConfigurationError.is(error)).toBe(true);
    expect(error.message).toContain("timedelta");
    expect(requests).toHaveLength(0);
  },
);

test("a body that cannot be written is told as the body", async () => {
  const circle: { [name: string]: unknown } = {};
  circle["self"] = circle;
  const { svc, requests } = setup([json(1)]);
  for (const body of [circle, { a: 5n }]) {
    const error = await rejection(svc.items.create(body));
    expect(error).toMatchObject({
      name: "ConfigurationError",
      cause: expect.any(TypeError),
      operation: "items.create",
    });
    expect(error.message).toMatch(/^body: TypeError: /);
  }
  expect(requests).toEqual([]);
});

test("bodies are sent as their media type", async () => {
  const { svc, requests } = setup([json(1)]);
  await svc.items.create({ a: 1 });
  await svc.items.patch("1", { a: null });
  await svc.items.form({ a: "x y", list: [1, 2], none: undefined });
  await svc.items.upload({ file: new Blob(["hi"], { type: "text/x" }), meta: { a: 1 }, at: new Date(0) });
  await svc.items.blob(new Uint8Array([1, 2]));
  await svc.items.text("plain");
  const [create, patch, form, upload, blob, text] = requests as [Request, Request, Request, Request, Request, Request];
  expect([create.headers.get("content-type"), await create.text()]).toEqual(["application/json", '{"a":1}']);
  expect([patch.headers.get("content-type"), await patch.text()]).toEqual([
    "application/merge-patch+json",
    '{"a":null}',
  ]);
  expect([form.headers.get("content-type"), await form.text()]).toEqual([
    "application/x-www-form-urlencoded",
    "a=x+y&list=1&list=2",
  ]);
  const fields = await upload.formData();
  expect(upload.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
  expect([await (fields.get("file") as Blob).text(), fields.get("meta"), fields.get("at")]).toEqual([
    "hi",
    '{"a":1}',
    "1970-01-01T00:00:00.000Z",
  ]);
  expect([blob.headers.get("content-type"), new Uint8Array(await blob.arrayBuffer())]).toEqual([
    "application/octet-stream",
    new Uint8Array([1, 2]),
  ]);
  expect([text.headers.get("content-type"), await text.text()]).toEqual(["text/plain", "plain"]);
});

test("a stream is sent as a body", async () => {
  const { svc, requests } = setup([json(1)]);
  await svc.items.blob(new Blob(["streamed"]).stream());
  expect(await requests[0]?.text()).toBe("streamed");
});

test("a method may have methods below it, and any name", async () => {
  const { svc, requests } = setup([json(1)]);
  await svc.stop();
  await svc.stop.all();
  const hidden = (svc as never as Record<string, Record<string, { length(): Promise<unknown> }>>)["constructor"];
  // biome-ignore lint/suspicious/noProto: an own member with this name is what is tested
  await hidden?.["__proto__"]?.length();
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "DELETE /stop",
    "DELETE /stop/all",
    "GET /odd",
  ]);
});

test("raw takes openapi-fetch's arguments, with the same policies", async () => {
  const { svc, requests } = setup([json({ a: 1 }), json({ detail: "no" }, { status: 404 })]);
  const get = svc.raw.GET as (
    path: string,
    init?: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const { data, response } = await get("/personas/{persona_id}/emails", {
    params: { path: { persona_id: "p" }, query: { limit: 1 } },
  });
  expect([data, response.status, requests[0]?.url]).toEqual([
    { a: 1 },
    200,
    "https://api.example/personas/p/emails?limit=1",
  ]);
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret-token");
  const { error, response: refused } = await get("/health");
  expect([error, refused.status]).toEqual([{ detail: "no" }, 404]);
});

test("raw sends dates in the query as methods do, and leaves them to a serializer of one's own", async () => {
  const { svc, requests } = setup([json(1)]);
  const get = svc.raw.GET as (path: string, init?: object) => Promise<unknown>;
  const query = { a: 1, at: new Date(0), both: [new Date(1), new Date(2)], none: undefined };
  await get("/health", { params: { query } });
  expect([...new URL(requests[0]?.url ?? "").searchParams]).toEqual([
    ["a", "1"],
    ["at", "1970-01-01T00:00:00.000Z"],
    ["both", "1970-01-01T00:00:00.001Z"],
    ["both", "1970-01-01T00:00:00.002Z"],
  ]);
  await get("/health", { params: { query }, querySerializer: ({ at }: typeof query) => `at=${at.getTime()}` });
  expect(requests[1]?.url).toBe("https://api.example/health?at=0");
  expect((await rejection(get("/health", { params: { query: { at: new Date("x") } } }))).name).toBe(
    "ConfigurationError",
  );
});

test("raw gives bodies of every kind, of successes and of errors", async () => {
  const bytes = new Uint8Array([0, 255, 123]);
  const answer = new Response(bytes, { headers: { "content-type": "image/x" } });
  const { svc } = setup([answer]);
  const get = svc.raw.GET as (path: string, init: object) => Promise<{ data: Blob & ArrayBuffer; response: Response }>;
  const { data: blob, response } = await get("/health", { parseAs: "blob" });
  expect([blob.type, new Uint8Array(await blob.arrayBuffer())]).toEqual(["image/x", bytes]);
  expect(new Uint8Array(await response.clone().arrayBuffer())).toEqual(bytes);
  expect(new Uint8Array((await get("/health", { parseAs: "arrayBuffer" })).data)).toEqual(bytes);
  const { data: form } = await get("/health", { parseAs: "stream" });
  expect(new Uint8Array(await new Response(form).arrayBuffer())).toEqual(bytes);
});

test("a success of any type without a body is undefined, if the document declares no data", async () => {
  const { svc } = setup([new Response("", { headers: { "content-type": "image/x" } })]);
  expect(await svc.health.get()).toBeUndefined();
});

test("raw sends the headers of every request, but for those that a call or a middleware gives, and none for null", async () => {
  const { svc, requests } = setup([json(1), json(1), json(1)], { requestOrigin: "tests" });
  const post = svc.raw.POST as (path: string, init?: object) => Promise<unknown>;
  const sent = (index: number) => Object.fromEntries(requests[index]?.headers ?? []);
  await post("/health", { body: { a: 1 } });
  expect(sent(0)).toMatchObject({ "content-type": "application/json", "x-svc-request-origin": "tests" });
  await post("/health", { body: new FormData(), headers: { "X-SVC-Request-Origin": null } });
  expect(sent(1)["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent(1)).not.toHaveProperty("x-svc-request-origin");
  svc.raw.use({ onRequest: ({ request }) => request.headers.set("x-svc-request-origin", "mine") });
  await post("/health");
  expect(sent(2)).toMatchObject({ "x-svc-request-origin": "mine", "x-svc-sdk-version": expect.any(String) });
});

test("middleware of raw sees requests and whole answers", async () => {
  const { svc } = setup([json({ a: 1 })]);
  const seen: unknown[] = [];
  svc.raw.use({
    onRequest({ request }) {
      request.headers.set("x-mine", "1");
    },
    async onResponse({ response }) {
      seen.push(await response.clone().json());
    },
  });
  const get = svc.raw.GET as (path: string) => Promise<{ data?: unknown }>;
  expect((await get("/health")).data).toEqual({ a: 1 });
  expect(seen).toEqual([{ a: 1 }]);
});

test("fetch is looked up when a call is made", async () => {
  const { svc } = setup([], { fetch: undefined });
  const { fetch } = globalThis;
  try {
    globalThis.fetch = async () => json("late");
    expect(await svc.health.get()).toBe("late");
  } finally {
    globalThis.fetch = fetch;
  }
});

test("what a document writes in a path stays in the path", async () => {
  const { svc, requests } = setup([json(1)]);
  await svc.literal("1", "2");
  expect(requests[0]?.url).toBe("https://api.example/no%20slash/11/%3Fx%23y%5C2.json");
});

test("values that make a dot segment together are refused", async () => {
  const { svc, requests } = setup([json(1)]);
  expect((await rejection(svc.literal(".", "2"))).name).toBe("ConfigurationError");
  expect(requests).toHaveLength(0);
});

/** Values of which nothing is left in a path, or dots alone, also once their slashes are decoded. */
const NOTHING: readonly (readonly [style: string, value: unknown])[] = [
  ["label", [null]],
  ["label", [undefined]],
  ["label", { a: null }],
  ["label", [""]],
  ["label", []],
  ["label", {}],
  ["label", ["."]],
  ["label", "%2e"],
  ["matrix", [null]],
  ["matrix", { a: null, b: undefined }],
  ["matrix", [1, null]],
  ["matrix", null],
  ["simple", [null]],
  ["simple", [undefined, 1]],
  ["simple", ["", ""]],
  ["simple", [".."]],
  ["simple", "../../admin"],
  ["simple", ["a/%2E%2e/b"]],
  ["matrix", "a\\..\\b"],
];

test.each(NOTHING)("a path parameter in style %s without a value is refused: %j", async (style, value) => {
  const { svc, requests } = setup([json(1)]);
  const values = { simple: "s", label: "l", matrix: "m", [style]: value };
  const error = await rejection(svc.styles(values.simple, values.label, values.matrix));
  expect([error.name, error.message]).toEqual(["ConfigurationError", expect.stringContaining(style)]);
  expect(requests).toHaveLength(0);
});

test("members of a path parameter that are not there are left out of it, and nothing else is", async () => {
  const { svc, requests } = setup([json(1)]);
  await svc.styles("s", { a: 1, b: undefined }, { c: null, d: "e" });
  expect(requests[0]?.url).toBe("https://api.example/styles/s/.a=1/;matrix=d,e");
});

test.each([["/users/{;ids}"], ["/users/{.ids}"], ["/users/{ids}"], ["/users/{;ids*}/x"], ["/users/{.ids*}"]])(
  "raw refuses %s where nothing is left in it",
  async (template) => {
    const { svc, requests } = setup([json(1)]);
    for (const ids of [[null], [undefined], { a: null }, [""], [], {}, null, ["."], "..", "x/../../y"]) {
      const error = await rejection(svc.raw.DELETE(template as never, { params: { path: { ids } } } as never));
      expect(error.name).toBe("ConfigurationError");
    }
    // A serializer of the caller's own is not believed either.
    for (const filled of ["", "..", "%2e", "%252E."]) {
      const pathSerializer = (url: string): string => url.replace(/\{.*?\}/, filled);
      const given = { params: { path: { ids: 1 } }, pathSerializer };
      expect((await rejection(svc.raw.DELETE(template as never, given as never))).name).toBe("ConfigurationError");
    }
    expect(requests).toHaveLength(0);
  },
);

test.each(["/..?x", "/%2e%2e?x", "/.%2E?x", "/.?x", "/a/..?x=1", "/a/%2e#x"])("raw refuses %s", async (path) => {
  const { svc, requests } = setup([json(1)], { baseUrl: "https://api.example/v1" });
  const result = await rejection(svc.raw.GET(path as never, {} as never)).catch(() => undefined);
  if (!path.includes("#")) expect(result?.name).toBe("ConfigurationError");
  for (const { url } of requests) expect(url).toMatch(/^https:\/\/api\.example\/v1\//);
});

test("raw sends styles, cookies and bodies as the document has them, as methods do", async () => {
  const { svc, requests } = setup([json(1)]);
  const { GET: get, POST: post } = svc.raw as never as Record<string, (path: string, init: object) => Promise<unknown>>;
  await svc.styles("s", ["a", "b"], { c: 1 }, { crumb: "a b" });
  await get?.("/styles/{simple}/{label}/{matrix}", {
    params: { path: { simple: "s", label: ["a", "b"], matrix: { c: 1 } }, cookie: { crumb: "a b" } },
  });
  await svc.items.form({ a: 1, b: ["x", "y"] });
  await post?.("/items/form", { body: { a: 1, b: ["x", "y"] } });
  const sent = requests.map((request) => [request.method, request.url, request.headers.get("content-type")]);
  expect(requests[1]?.headers.get("cookie")).toBe(requests[0]?.headers.get("cookie"));
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[3]).toEqual(sent[2]);
  expect(await requests[3]?.text()).toBe(await requests[2]?.text());
});
