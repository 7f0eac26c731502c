import { createHash } from "node:crypto";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const binary = { type: "string", format: "binary" };

/** A service that takes files, of a document that is nowhere else. */
function fakeOfFiles() {
  const form = {
    type: "object",
    required: ["file"],
    properties: { file: binary, more: { type: "array", items: binary }, note: { type: "string" } },
  };
  const operation = (operationId: string, content: object): object => ({
    post: { operationId, requestBody: { content }, responses: { 204: { description: "Stored" } } },
  });
  return createFakeSvc({
    document: documentOf({
      paths: {
        "/files": operation("files_create", { "multipart/form-data": { schema: form } }),
        "/raw": operation("raw_create", { "image/png": { schema: binary } }),
      },
    }),
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("the journal keeps what a file was, not its bytes", async () => {
  const fake = fakeOfFiles();
  const body = new FormData();
  body.append("file", new File(["secret text"], "../a.txt", { type: "text/plain" }));
  body.append("more", new File(["b".repeat(300_000)], "b.bin", { type: "a/b" }));
  body.append("note", "n");
  await fake.fetch(`${fake.baseUrl}/files`, { method: "POST", body });
  await fake.fetch(`${fake.baseUrl}/raw`, { method: "POST", body: "png", headers: { "content-type": "image/png" } });
  expect(fake.calls[0]?.body).toEqual({
    file: { name: "../a.txt", type: "text/plain", size: 11, sha256: sha256("secret text") },
    more: [{ name: "b.bin", type: "a/b", size: 300_000, sha256: sha256("b".repeat(300_000)) }],
    note: "n",
  });
  expect(fake.calls[1]?.body).toEqual({ name: undefined, type: "image/png", size: 3, sha256: sha256("png") });
});

test("a handler gets files as its types say", async () => {
  const fake = fakeOfFiles();
  let seen: unknown;
  fake.on(
    "files_create" as never,
    (async ({ body }: { body: { file: File; more: File[] } }) => {
      seen = [body.file.name, body.file.type, await body.file.text(), body.more.map(({ name }) => name)];
      return undefined;
    }) as never,
  );
  const body = new FormData();
  body.append("file", new File(["abc"], "a.txt", { type: "text/plain" }));
  for (const name of ["x", "y"]) body.append("more", new File([], name));
  expect((await fake.fetch(`${fake.baseUrl}/files`, { method: "POST", body })).status).toBe(204);
  expect(seen).toEqual(["a.txt", "text/plain", "abc", ["x", "y"]]);
});

test("10,000 parts are refused as Starlette refuses them", async () => {
  const fake = fakeOfFiles();
  const part = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
  const response = await fake.fetch(`${fake.baseUrl}/files`, {
    method: "POST",
    body: `${part.repeat(10_000)}--B--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=B" },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ detail: "Too many fields. Maximum number of fields is 1000." });
});
