import { expect, test } from "vitest";
import { fileOf } from "../../src/uploads.ts";
import { json, rejection } from "../support/client.ts";
import { type ManualClock, manualClock, settled } from "../support/manual-clock.ts";
import { uploadClient } from "./support.ts";

const encoder = new TextEncoder();

/** A client whose service reads each request and gives these answers. */
function setup(answers: (Response | Error)[] = [json({ ok: true })], options: object = {}) {
  const requests: { readonly request: Request; readonly text: string }[] = [];
  const fetch = async (request: Request, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    requests.push({ request, text: await request.text() });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return (answer as Response).clone();
  };
  const clock = manualClock();
  return { svc: uploadClient({ fetch, clock, ...options }), requests, clock };
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text);
}

/** Moves the clock on until a promise is settled: Blobs are read outside of it. */
async function inTime<Value>(clock: ManualClock, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) await clock.advance(1000);
  return promise;
}

test("a form has its files, texts, lists and objects as the document encodes them", async () => {
  const { svc, requests } = setup();
  await svc.files.create({
    file: new File(["abc"], 'a"b\r\n.txt', { type: "text/plain" }),
    picture: new Blob(["png"]),
    more: [fileOf(pieces("x", "y"), { name: "xy.bin" }), new Blob(["z"], { type: "a/z" })],
    name: "n",
    list: [1, true, "t"],
    tags: ["a", "b"],
    meta: { deep: [1], at: new Date(0) },
    place: { lat: 1, inner: { x: 2 } },
    none: null,
  });
  const [sent] = requests;
  const [, boundary = ""] = /boundary=(.*)/.exec(sent?.request.headers.get("content-type") ?? "") ?? [];
  expect(boundary).not.toBe("");
  const parts = sent?.text.split(`--${boundary}`).slice(1) ?? [];
  expect(parts.pop()).toBe("--\r\n");
  expect(parts.map((part) => part.slice(2, -2))).toEqual([
    'Content-Disposition: form-data; name="file"; filename="a%22b%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\nabc',
    'Content-Disposition: form-data; name="picture"; filename="picture"\r\nContent-Type: image/png\r\n\r\npng',
    'Content-Disposition: form-data; name="more"; filename="xy.bin"\r\nContent-Type: application/octet-stream\r\n\r\nxy',
    'Content-Disposition: form-data; name="more"; filename="more"\r\nContent-Type: a/z\r\n\r\nz',
    'Content-Disposition: form-data; name="name"\r\n\r\nn',
    ...["1", "true", "t"].map((item) => `Content-Disposition: form-data; name="list"\r\n\r\n${item}`),
    'Content-Disposition: form-data; name="tags"\r\nContent-Type: application/json\r\n\r\n["a","b"]',
    'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"deep":[1],"at":"1970-01-01T00:00:00.000Z"}',
    'Content-Disposition: form-data; name="place[lat]"\r\n\r\n1',
    'Content-Disposition: form-data; name="place[inner][x]"\r\n\r\n2',
  ]);
});

test("a form that is no object, and bytes in a field, are refused: nothing would be left of them", async () => {
  const { svc, requests } = setup();
  for (const form of [new Map([["name", "n"]]), new URLSearchParams("name=n"), ["n"], "name=n", new Blob(["n"])])
    expect((await rejection(svc.files.create(form))).message).toMatch(/^body: expected an object or FormData, got /);
  const { message } = await rejection(svc.files.create({ file: new Uint8Array(2) }));
  expect(message).toBe("file: expected text, a number, a list or an object, got an object (Uint8Array)");
  expect(requests).toEqual([]);
});

test("FormData is sent as it is, and a runtime reads what is sent", async () => {
  const { svc, requests } = setup();
  const form = new FormData();
  form.append("a", "1");
  form.append("file", new File(["é"], "é.txt", { type: "text/plain" }));
  await svc.files.create(form);
  const { request, text } = requests[0] ?? {};
  const read = await new Response(text, { headers: request?.headers ?? {} }).formData();
  expect(read.get("a")).toBe("1");
  expect((read.get("file") as File).name).toBe("é.txt");
  expect(await (read.get("file") as File).text()).toBe("é");
});

test("a body of known length says it, with its progress from 0 to the end", async () => {
  const { svc, requests } = setup();
  const seen: unknown[] = [];
  await svc.files.put(
    "a",
    fileOf(() => pieces("abc", "de"), { size: 5 }),
    undefined,
    {
      onProgress: (progress: unknown) => seen.push(progress),
    },
  );
  expect(requests[0]?.text).toBe("abcde");
  expect(requests[0]?.request.headers.get("content-type")).toBe("application/octet-stream");
  expect(requests[0]?.request.headers.get("content-length")).toBe("5");
  expect(seen).toEqual([3, 5, 5].map((sent) => ({ sent, total: 5 })));
});

test("a range of types is that of the Blob; text and bytes are sent as they are", async () => {
  const { svc, requests } = setup();
  await svc.image(new Blob(["p"], { type: "image/webp" }));
  await svc.files.put("a", "text");
  await svc.files.put("a", encoder.encode("bytes"));
  expect(requests.map(({ request, text }) => [request.headers.get("content-type"), text])).toEqual([
    ["image/webp", "p"],
    ["application/octet-stream", "text"],
    ["application/octet-stream", "bytes"],
  ]);
});

test("a Blob and a function are sent again, a stream never", async () => {
  const answers = () => [new Response("", { status: 503 }), json({ ok: true })];
  const blob = setup(answers());
  expect(await inTime(blob.clock, blob.svc.files.put("a", new Blob(["again"])))).toEqual({ ok: true });
  expect(blob.requests.map(({ text }) => text)).toEqual(["again", "again"]);
  const made = setup(answers());
  let opened = 0;
  const second = made.svc.files.put("a", () => pieces(`${++opened}`));
  expect(await inTime(made.clock, second)).toEqual({ ok: true });
  expect(made.requests.map(({ text }) => text)).toEqual(["1", "2"]);
  const once = setup(answers());
  const error = await rejection(once.svc.files.put("a", pieces("once"), undefined, { retry: { limit: 3 } }));
  expect(error.name).toBe("ServerError");
  expect(once.requests).toHaveLength(1);
});

test.each([
  [json({ detail: "token expired" }, { status: 401 }), "AuthenticationError", "401 token expired"],
  [new Response("", { status: 307, headers: { location: "/there" } }), "SvcApiError", "307"],
])("a stream cannot be sent again: the response that asks for that is the error (%#)", async (answer, name, said) => {
  let token = 0;
  const auth = { key: () => `token-${++token}` };
  for (const retry of [undefined, false]) {
    const { svc, requests } = setup([answer, json({})], { auth });
    const error = await rejection(svc.files.put("a", new Response("once").body, undefined, { retry }));
    const message = `files.put: ${said}; body: cannot be sent twice; pass a Blob or a function`;
    expect(error).toMatchObject({ name, status: answer.status, message, cause: { name: "ConfigurationError" } });
    expect(requests).toHaveLength(1);
  }
});

test("a file of another length than it says, an unreadable one and a long body are not sent", async () => {
  const { svc } = setup();
  const put = (body: unknown, options = {}) => rejection(svc.files.put("a", body, undefined, options));
  expect((await put(fileOf(pieces("abc"), { size: 2 }))).message).toBe(
    "file: expected 2 bytes, as its size says, got more",
  );
  expect((await put(fileOf(pieces("abc"), { size: 4 }))).message).toBe(
    "file: expected 4 bytes, as its size says, got 3",
  );
  const broken = (): AsyncIterable<Uint8Array> => {
    throw new Error("gone");
  };
  expect((await put(broken)).message).toBe("body: a file cannot be read");
  expect((await put(new Blob(["abcd"]), { maxUploadBytes: 3 })).message).toMatch(/at most 3 bytes/);
  expect((await put(pieces("ab", "cd"), { maxUploadBytes: 3 })).message).toMatch(/at most 3 bytes/);
  expect((await put(new Blob([]), { stallMs: -1 })).message).toMatch(/^stallMs/);
  expect((await put({ a: 1 })).message).toMatch(/^body: expected a Blob/);
  expect((await put({ a: 1 })).name).toBe("ConfigurationError");
});

test("an upload ends with its signal, which closes the file", async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield encoder.encode("x");
    } finally {
      isClosed = true;
    }
  }
  const controller = new AbortController();
  const fetch = async (request: Request, init?: RequestInit): Promise<Response> => {
    const reader = (request.body as ReadableStream<Uint8Array>).getReader();
    for (let count = 0; !init?.signal?.aborted; count++) {
      await reader.read();
      if (count === 3) controller.abort();
    }
    await reader.cancel();
    throw init.signal.reason;
  };
  const svc = uploadClient({ fetch, clock: manualClock() });
  const error = await rejection(svc.files.put("a", endless(), undefined, { signal: controller.signal }));
  expect(error.name).toBe("AbortedError");
  await settled();
  expect(isClosed).toBe(true);
});

test("an upload without progress ends; one that goes on may take its time", async () => {
  const clock = manualClock();
  const read = async (request: Request): Promise<Response> => {
    for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>);
    return json({ ok: true });
  };
  const fetch = (request: Request, init?: RequestInit): Promise<Response> =>
    Promise.race([
      read(request),
      new Promise<never>((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
    ]);
  const svc = uploadClient({ fetch, clock });
  async function* slow(ms: number): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 4; count++) {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
      yield encoder.encode("x");
    }
  }
  expect(await inTime(clock, svc.files.put("a", slow(50_000)))).toEqual({ ok: true });
  const error = await inTime(clock, rejection(svc.files.put("a", slow(70_000))));
  expect([error.name, error.message]).toEqual(["TimeoutError", "no progress for longer than stallMs (60000)"]);
});

test("withOptions makes a client that uploads too", async () => {
  const { svc, requests } = setup();
  await svc.withOptions({ retry: false }).files.put("a", () => pieces("b"));
  expect(requests[0]?.text).toBe("b");
});
