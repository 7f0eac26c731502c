import { expect, test } from "vitest";
import { uploadItem } from "../../src/uploads/runtime.ts";

const row = { method: "videos.create", label: "videos_create", hasBody: true, hasParams: false, url: "upload_url" };
const file = new File(["video!"], "a.mp4", { type: "video/mp4" });

/** A client whose method gives an answer, and a storage that takes what is sent. */
function world(answer: unknown) {
  const calls: unknown[][] = [];
  const sent: Request[] = [];
  const method =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args.slice(0, -1)]);
      return answer;
    };
  const svc = { videos: { create: method("create"), parts: { done: method("done") } } };
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request);
    await request.arrayBuffer();
    return new Response(null, { headers: { etag: `"${sent.length}"` } });
  };
  return { svc, calls, sent, options: { fetch, concurrency: 1 } };
}

test("what the file knows is put into the body, and what the caller says goes before it", async () => {
  const { svc, calls, sent, options } = world({ id: "v1", upload_url: "https://storage.example/1" });
  const args = { ids: ["u1"], body: { title: "t", type: "video/webm" }, file };
  const { item, parts } = await uploadItem(svc, { ...row, size: "size", type: "type" }, args, options);
  expect(calls).toEqual([["create", "u1", { size: 6, type: "video/webm", title: "t" }]]);
  expect(sent.map(({ url, method }) => [url, method])).toEqual([["https://storage.example/1", "PUT"]]);
  expect([item, parts]).toEqual([
    { id: "v1", upload_url: "https://storage.example/1" },
    [{ number: 1, etag: '"1"', size: 6 }],
  ]);
});

test("parts go to their addresses with the headers that they ask for, and the service is told", async () => {
  const part = (name: string) => ({ upload_url: `https://storage.example/${name}`, with: { "x-token": name } });
  const answer = { data: { id: "v1", length: 4, parts: [part("a"), part("b")] } };
  const { svc, calls, sent, options } = world(answer);
  const finish = { method: "videos.parts.done", ids: 1, id: "id", parts: "list", number: "n", etag: "tag" };
  const declared = { ...row, at: ["data"], parts: "parts", partBytes: "length", headers: "with", finish };
  await uploadItem(svc, declared, { ids: [], body: {}, file }, options);
  expect(sent.map(({ headers }) => headers.get("x-token"))).toEqual(["a", "b"]);
  expect(calls[1]).toEqual([
    "done",
    "v1",
    {
      list: [
        { n: 1, tag: '"1"' },
        { n: 2, tag: '"2"' },
      ],
    },
  ]);
});

test.each([
  [{ id: "v1" }, row, "videos_create: the response has no upload_url to upload to"],
  [{ upload_url: 5 }, row, "videos_create: the response has no upload_url to upload to"],
  [null, row, "videos_create: expected an object with an upload_url"],
  [{ parts: "x" }, { ...row, parts: "parts" }, "videos_create: the response has no parts to upload to"],
  [{ parts: [{}] }, { ...row, parts: "parts" }, "videos_create: the response has no upload_url to upload to"],
  [{ upload_url: "http://storage.example/1" }, row, "expected https addresses"],
  [{ upload_url: "https://u:p@storage.example/1" }, row, "expected https addresses"],
])("%o is refused before anything is sent", async (answer, declared, message) => {
  const { svc, sent, options } = world(answer);
  await expect(uploadItem(svc, declared, { ids: [], body: {}, file }, options)).rejects.toThrow(message);
  expect(sent).toEqual([]);
});
