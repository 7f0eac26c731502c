import type { HttpRequest } from "@svc/fastapi-validation";
import { expect, test } from "vitest";
import { createFileStore, REDIRECT_TARGET } from "./upload-addresses.ts";

const bytes = new TextEncoder().encode("0123456789");
const file = { content: bytes, contentType: "text/plain", expiresAt: 5000 };

function request(target: string, range?: string, method = "GET"): HttpRequest {
  return { method, target, headers: range === undefined ? [] : [["Range", range]], origin: "http://a.test" };
}

function read(range?: string, method?: string) {
  const files = createFileStore();
  const answer = files.serve(request(files.put("a", file), range, method), 0);
  const header = (name: string) => answer?.headers.find(([found]) => found === name)?.[1];
  const sent = answer?.body;
  const body = sent instanceof Uint8Array ? new TextDecoder().decode(sent) : sent;
  return [answer?.status, body, header("content-length"), header("content-range")];
}

test.each<[string | undefined, unknown[]]>([
  [undefined, [200, "0123456789", "10", undefined]],
  ["bytes=0-0", [206, "0", "1", "bytes 0-0/10"]],
  ["bytes=2-4", [206, "234", "3", "bytes 2-4/10"]],
  ["bytes=9-", [206, "9", "1", "bytes 9-9/10"]],
  ["bytes=5-99", [206, "56789", "5", "bytes 5-9/10"]],
  ["bytes=-3", [206, "789", "3", "bytes 7-9/10"]],
  ["bytes=-99", [206, "0123456789", "10", "bytes 0-9/10"]],
  ["bytes=10-", [416, "", "0", "bytes */10"]],
  ["bytes=-0", [416, "", "0", "bytes */10"]],
  ["bytes=4-3", [416, "", "0", "bytes */10"]],
  ["bytes=-", [200, "0123456789", "10", undefined]],
  ["bytes=0-1,3-4", [200, "0123456789", "10", undefined]],
  ["lines=0-1", [200, "0123456789", "10", undefined]],
])("the range %s", (range, expected) => {
  expect(read(range)).toEqual(expected);
});

test("words around a range are none", () => {
  expect(read("x-bytes=0-1")[0]).toBe(200);
});

test("every answer says its type, and a whole one that ranges may be asked for", () => {
  const files = createFileStore();
  const target = files.put("a", file);
  const of = (answer: ReturnType<typeof files.serve>) => ({
    ...answer,
    headers: Object.fromEntries(answer?.headers ?? []),
  });
  const other: [string, string] = ["x-range", "bytes=0-1"];
  expect(of(files.serve({ ...request(target), headers: [other] }, 0))).toEqual({
    status: 200,
    headers: { "content-type": "text/plain", "accept-ranges": "bytes", "content-length": "10" },
    body: bytes,
  });
  const text = "text/plain; charset=utf-8";
  expect(of(files.serve(request(target, undefined, "PUT"), 0))).toMatchObject({
    headers: { "content-type": text, allow: "GET, HEAD" },
    body: "Method not allowed.",
  });
  expect(of(files.serve(request(target), 5000))).toMatchObject({
    headers: { "content-type": text },
    body: "The address has expired.",
  });
  expect(of(files.serve(request("/__files/x"), 0))).toMatchObject({
    headers: { "content-type": text },
    body: "No such file.",
  });
});

test("HEAD has the length and no body; other methods are refused", () => {
  expect(read(undefined, "HEAD")).toEqual([200, undefined, "10", undefined]);
  expect(read(undefined, "POST")[0]).toBe(405);
});

test("an address is good until its time, and not at it", () => {
  const files = createFileStore();
  const target = files.put("a b", file);
  expect(target).toBe("/__files/1/a%20b?expires=5&signature=fake-1");
  expect(files.serve(request(target), 4999)?.status).toBe(200);
  expect(files.serve(request(target), 5000)?.status).toBe(403);
});

test("each file has an address of its own, but for one with an id", () => {
  const files = createFileStore();
  expect(files.put("a", file)).not.toBe(files.put("a", file));
  expect(files.put("a", file, "same")).toBe(files.put("a", file, "same"));
});

test("content is made when it is asked for", () => {
  const files = createFileStore();
  let made = 0;
  const content = () => {
    made += 1;
    return bytes;
  };
  const target = files.put("a", { ...file, content });
  expect(made).toBe(0);
  expect(files.serve(request(target), 0)?.body).toEqual(bytes);
});

test("the oldest of more than 10,000 addresses is forgotten, and all are by a clear", () => {
  const files = createFileStore();
  const first = files.put("a", file);
  const second = files.put("a", file);
  for (let index = 0; index < 9998; index++) files.put("a", file);
  expect(files.serve(request(first), 0)?.status).toBe(200);
  files.put("a", file);
  expect([files.serve(request(first), 0)?.status, files.serve(request(second), 0)?.status]).toEqual([404, 200]);
  files.clear();
  expect(files.serve(request(second), 0)?.status).toBe(404);
});

test("what generated redirects lead to is there at any time; other paths are none of the store's", () => {
  const files = createFileStore();
  expect(files.serve(request(REDIRECT_TARGET), Number.MAX_SAFE_INTEGER)?.status).toBe(200);
  expect(files.serve(request("/files/1"), 0)).toBeUndefined();
});
