import { expect, test } from "vitest";
import { downloadOperation } from "../src/downloads/runtime.ts";
import { NotFoundError, type SvcApiError } from "../src/runtime.ts";
import { type Answer, json, setup } from "./support/client.ts";

const row = { id: "file_content", path: "/files/{id}", name: "content" };
const BYTES = "0123456789";

/** An answer whose body breaks off after some bytes. */
function broken(bytes: number): Answer {
  return () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(BYTES.slice(0, bytes))),
        pull: (controller) => controller.error(new TypeError("terminated")),
      }),
      { headers: { "content-length": "10", etag: '"a"' } },
    );
}

function rest(from: number): Response {
  const headers = { "content-range": `bytes ${from}-9/10`, etag: '"a"', "content-length": `${10 - from}` };
  return new Response(BYTES.slice(from), { status: 206, headers });
}

async function read(answers: Answer[], options = {}) {
  const { svc, requests, clock } = setup(answers, { auth: "secret-key" });
  const { stream } = await downloadOperation(svc, row, { id: "a/b" }, options);
  const text = new Response(stream).text().catch((error: unknown) => error);
  let isDone = false;
  void text.finally(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 200 && !isDone; turn++) await clock.advance(1000);
  return { text: await text, requests };
}

test("bytes of an operation come with the client's credential", async () => {
  const { text, requests } = await read([new Response(BYTES)], { query: { size: "large" } });
  expect(text).toBe(BYTES);
  expect(requests.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual([
    ["https://api.example/files/a%2Fb?size=large", "Bearer secret-key"],
  ]);
});

test("a broken transfer goes on with a range", async () => {
  const { text, requests } = await read([broken(4), rest(4)]);
  expect(text).toBe(BYTES);
  expect(requests.map(({ headers }) => [headers.get("range"), headers.get("if-range")])).toEqual([
    [null, null],
    ["bytes=4-", '"a"'],
  ]);
});

test("a service that knows no ranges is read again from the beginning", async () => {
  const { text } = await read([broken(4), new Response(BYTES, { headers: { "content-length": "10", etag: '"a"' } })]);
  expect(text).toBe(BYTES);
});

test("a refusal is the error of a method, without the credential", async () => {
  const { text: error } = await read([json({ detail: "no secret-key here" }, { status: 404 })]);
  expect(error).toBeInstanceOf(NotFoundError);
  expect((error as SvcApiError).operation).toBe("file_content");
  expect(String(error)).not.toContain("secret-key");
});
