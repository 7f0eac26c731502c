import { expect, test } from "vitest";
import { downloadDocument } from "./propose-bump.ts";

const ADDRESS = "https://example.test/openapi.json";

test("the document comes back as it was sent", async () => {
  expect(await downloadDocument(ADDRESS, { fetch: answering('{"openapi":"3.1.0"}') })).toBe('{"openapi":"3.1.0"}');
});

test.each(["http://example.test/openapi.json", "file:///etc/hosts", "openapi.json"])(
  "%s is refused",
  async (address) => {
    await expect(downloadDocument(address, { fetch: answering("") })).rejects.toThrow(TypeError);
  },
);

test("an answer that is no document is refused with its status", async () => {
  await expect(downloadDocument(ADDRESS, { fetch: answering("gone", 404) })).rejects.toThrow("status 404");
});

test("a document that is too large is refused", async () => {
  await expect(downloadDocument(ADDRESS, { fetch: answering("12345"), sizeLimit: 4 })).rejects.toThrow("larger than 4");
});

function answering(body: string, status = 200) {
  return () => Promise.resolve(new Response(body, { status }));
}
