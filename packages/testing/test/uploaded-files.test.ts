import { createHash } from "node:crypto";
import { documentOf, json } from "@svc/model/test-support/small-document";
import { describe, expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const binary = { type: "string", format: "binary" };
const bytes = (type = "application/octet-stream") => ({
  responses: { 200: { description: "Bytes", content: { [type]: { schema: binary } } } },
});
const none = { responses: { 204: { description: "Done" } } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const form = (properties: object) => ({
  content: { "multipart/form-data": { schema: { type: "object", required: ["file"], properties } } },
});

const paper = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "string" }, title: { type: "string" } },
};
const video = {
  type: "object",
  required: ["id", "status"],
  properties: {
    id: { type: "string" },
    status: { type: "string", enum: ["waiting", "ready"] },
    size: { type: "integer" },
    type: { type: "string" },
    upload_url: { type: "string" },
    upload_until: { type: "string", format: "date-time" },
    watch_url: { type: "string" },
    watch_seconds: { type: "integer" },
  },
};

const document = documentOf({
  paths: {
    "/papers": {
      post: {
        operationId: "papers_create",
        requestBody: form({ file: binary, title: { type: "string" } }),
        responses: { 201: json(paper) },
      },
    },
    "/papers/{id}": {
      parameters: [id],
      get: { operationId: "papers_get", responses: { 200: json(paper) } },
      delete: { operationId: "papers_delete", ...none },
    },
    "/papers/{id}/content": { parameters: [id], get: { operationId: "papers_content", ...bytes() } },
    "/users/{id}/picture": {
      parameters: [id],
      put: { operationId: "picture_put", requestBody: { content: { "image/*": { schema: binary } } }, ...none },
      get: { operationId: "picture_get", ...bytes("image/*") },
      delete: { operationId: "picture_delete", ...none },
    },
    "/notes/{id}/add": {
      parameters: [id],
      post: { operationId: "notes_add", requestBody: form({ file: binary }), ...none },
    },
    "/notes/{id}/scan": {
      parameters: [id],
      "x-svc-resource": { storedBy: ["notes_add"] },
      get: { operationId: "notes_scan", ...bytes("application/pdf") },
    },
    "/videos": {
      "x-svc-resource": {
        extra: { content: { type: "content" } },
        files: [
          {
            url: "watch_url",
            content: "content",
            mediaType: "video/mp4",
            name: "video.mp4",
            seconds: "watch_seconds",
            lifetime: 60,
          },
        ],
        uploads: [
          {
            url: "upload_url",
            until: "upload_until",
            lifetime: 600,
            content: "content",
            size: "size",
            type: "type",
            maxBytes: 1000,
            checksum: "x-checksum",
            sets: { status: "ready" },
          },
        ],
        defaults: { status: "waiting" },
      },
      post: {
        operationId: "videos_create",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { size: { type: "integer" }, type: { type: "string" } } },
            },
          },
        },
        responses: { 201: json(video) },
      },
    },
    "/videos/{id}": { parameters: [id], get: { operationId: "videos_get", responses: { 200: json(video) } } },
    "/videos/{id}/content": { parameters: [id], get: { operationId: "videos_content", ...bytes("video/mp4") } },
  },
});

type Init = RequestInit & { readonly headers?: Record<string, string> };

function service() {
  const fake = createFakeSvc({ document });
  const send = (path: string, init: Init = {}) =>
    fake.fetch(path.startsWith("http") ? path : fake.baseUrl + path, init);
  return { fake, send };
}

async function addPaper({ send }: ReturnType<typeof service>, content: string, title = "t"): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new File([content], "p.txt", { type: "text/plain" }));
  const made = (await (await send("/papers", { method: "POST", body })).json()) as { id: string };
  return made.id;
}

describe("what was uploaded comes back", () => {
  test("by the id of the item that a form has made, with ranges, until the item is removed", async () => {
    const world = service();
    const { send } = world;
    const [first, second] = [await addPaper(world, "0123456789"), await addPaper(world, "other")];
    const whole = await send(`/papers/${first}/content`);
    expect([whole.headers.get("content-type"), await whole.text()]).toEqual(["text/plain", "0123456789"]);
    const part = await send(`/papers/${first}/content`, { headers: { range: "bytes=2-4" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await (await send(`/papers/${second}/content`)).text()).toBe("other");
    await send(`/papers/${first}`, { method: "DELETE" });
    expect((await send(`/papers/${first}/content`)).status).toBe(404);
    expect(await (await send(`/papers/${second}/content`)).text()).toBe("other");
  });

  test("by its own path, the latest of several, until it is removed; for others one is made up", async () => {
    const { send } = service();
    const put = (body: string) =>
      send("/users/u1/picture", { method: "PUT", body, headers: { "content-type": "image/webp" } });
    expect((await put("one")).status).toBe(204);
    const first = await send("/users/u1/picture");
    await put("two");
    const second = await send("/users/u1/picture");
    expect([second.headers.get("content-type"), await second.text()]).toEqual(["image/webp", "two"]);
    // A range of the one before would not fit: the whole is sent.
    const headers = { range: "bytes=1-", "if-range": first.headers.get("etag") ?? "" };
    expect((await send("/users/u1/picture", { headers })).status).toBe(200);
    expect((await send("/users/u2/picture")).status).toBe(200);
    await send("/users/u1/picture", { method: "DELETE" });
    expect((await send("/users/u1/picture")).status).toBe(404);
  });

  test("where the document says so; a declared media type is kept", async () => {
    const { send } = service();
    const body = new FormData();
    body.append("file", new File(["scan"], "s.bin", { type: "image/png" }));
    await send("/notes/n1/add", { method: "POST", body });
    const scan = await send("/notes/n1/scan");
    expect([scan.headers.get("content-type"), await scan.text()]).toEqual(["application/pdf", "scan"]);
  });

  test("a reset of the stores forgets it, and a refused upload is not kept", async () => {
    const { fake, send } = service();
    const put = () => send("/users/u1/picture", { method: "PUT", body: "x", headers: { "content-type": "image/png" } });
    fake.on("picture_put" as never, (() => Response.json({}, { status: 409 })) as never);
    await put();
    expect(await (await send("/users/u1/picture")).text()).not.toBe("x");
    fake.reset(["handlers"]);
    await put();
    expect(await (await send("/users/u1/picture")).text()).toBe("x");
    fake.reset();
    expect(await (await send("/users/u1/picture")).text()).not.toBe("x");
  });
});

interface Video {
  readonly id: string;
  readonly status: string;
  readonly upload_url: string;
  readonly upload_until: string;
  readonly watch_url?: string;
}

describe("signed addresses", () => {
  const content = "video!";
  const checksum = createHash("sha256").update(content).digest("base64");
  const good = { "content-type": "video/webm", "x-checksum": checksum };

  async function create() {
    const { fake, send } = service();
    const { clock } = fake;
    const body = JSON.stringify({ size: 6, type: "video/webm" });
    const made = await send("/videos", { method: "POST", body, headers: { "content-type": "application/json" } });
    const item = (await made.json()) as Video;
    const put = (url: string, headers: Record<string, string> = good, sent = content) =>
      send(url, { method: "PUT", body: sent, headers });
    const read = async () => (await (await send(`/videos/${item.id}`)).json()) as Video;
    return { fake, send, clock, item, put, read };
  }

  test("take the file once, change the item, and the file comes back until its own address expires", async () => {
    const { send, clock, item, put, read } = await create();
    expect([item.status, item.watch_url]).toEqual(["waiting", undefined]);
    expect(Date.parse(item.upload_until)).toBe(clock.now() + 600_000);
    const taken = await put(item.upload_url);
    expect([taken.status, taken.headers.get("etag")]).toEqual([200, expect.stringMatching(/^".+"$/)]);
    const again = await put(item.upload_url);
    expect([again.status, await again.text()]).toEqual([409, "The address was used: it takes one file."]);
    const { status, watch_url: url = "" } = await read();
    expect([status, await (await send(url)).text()]).toEqual(["ready", content]);
    expect(await (await send(`/videos/${item.id}/content`)).text()).toBe(content);
    await clock.advance(60_000);
    expect((await send(url)).status).toBe(403);
  });

  test("say what is wrong", async () => {
    const { send, clock, item, put, read } = await create();
    const { upload_url: url } = item;
    const told = async (response: Promise<Response>) => {
      const { status } = await response;
      return `${status} ${await (await response).text()}`;
    };
    expect(await told(put(url.replace(/signature=./, "signature=_")))).toBe(
      "403 The signature does not match the address.",
    );
    expect(await told(put(url.replace(/expires=\d/, "expires=9")))).toContain("403 The signature");
    expect(await told(put(url.replace("__uploads/", "__uploads/9")))).toBe("404 No such address.");
    expect(await told(put(url, { ...good, authorization: "Bearer key" }))).toBe(
      "400 The address is signed: it takes no Authorization header.",
    );
    expect(await told(put(url, { ...good, "content-type": "text/plain" }))).toBe(
      "415 The address takes video/webm, got text/plain.",
    );
    expect(await told(put(url, { "content-type": "video/webm" }))).toBe("400 The header x-checksum is missing.");
    expect(await told(put(url, { ...good, "x-checksum": "AAAA" }))).toBe(
      "400 x-checksum does not match what was sent.",
    );
    expect(await told(put(url, good, "video"))).toBe("400 The file has 5 of the announced 6 bytes.");
    expect(await told(put(url, good, "video!!"))).toBe("400 The file has more than the announced 6 bytes.");
    expect(await told(put(url, good, "v".repeat(1001)))).toBe("413 The file has more than 1000 bytes.");
    expect(await told(put(url, { ...good, "content-range": "bytes 0-2/6" }))).toBe(
      "400 The Content-Range cannot be used here.",
    );
    expect(await told(send(url, { method: "POST", body: content }))).toBe("405 The address takes PUT.");
    expect((await read()).status).toBe("waiting");
    await clock.advance(600_000);
    expect(await told(put(url))).toBe("403 The address has expired.");
  });

  test("are counted by no rate limit, and every call is in the journal", async () => {
    const { fake, item, put } = await create();
    await put(item.upload_url);
    expect(fake.calls.unmatched).toEqual([]);
    expect(fake.calls.map(({ status }) => status)).toEqual([201, 200]);
    expect(JSON.stringify(fake.calls[1])).not.toContain("video!");
  });
});
