import { DocumentError } from "@svc/model";
import { expect, test } from "vitest";
import { type FetchedAnswer, fetchDocument, isPublicAddress, type PinnedRequest } from "./fetch-document.ts";

const PUBLIC = "93.184.216.34";

/** A network that answers by address, and remembers where it was asked to connect. */
function network(
  answers: { readonly [url: string]: FetchedAnswer },
  hosts: { readonly [host: string]: readonly string[] } = {},
) {
  const asked: { url: string; address: string }[] = [];
  return {
    asked,
    resolve: async (host: string) => hosts[host] ?? [PUBLIC],
    get: async ({ url, address }: PinnedRequest): Promise<FetchedAnswer> => {
      asked.push({ url: url.href, address });
      return answers[url.href] ?? { status: 404, text: "" };
    },
  };
}

test("a document is read from the address that was checked, through redirects", async () => {
  const net = network({
    "https://a.example/openapi.json": { status: 302, location: "/v2.json", text: "" },
    "https://a.example/v2.json": { status: 301, location: "https://b.example/api", text: "" },
    "https://b.example/api": { status: 200, text: "{}" },
  });
  expect(await fetchDocument("https://a.example/openapi.json", net)).toBe("{}");
  expect(net.asked.map(({ address }) => address)).toEqual([PUBLIC, PUBLIC, PUBLIC]);
});

test.each([
  ["http://a.example/", /https: only/],
  ["file:///etc/passwd", /https: only/],
  ["https://user:secret@a.example/", /user name or password/],
  ["https://127.0.0.1/", /no public address/],
  ["https://[::1]/", /no public address/],
  ["https://2130706433/", /no public address/],
  ["https://169.254.169.254/latest/meta-data", /no public address/],
  ["https://inside.example/", /no public address/],
  ["https://missing.example/", /status 404/],
  ["https://loop.example/", /redirected more than 5 times/],
  ["https://away.example/", /no public address/],
  ["https://down.example/", /https: only/],
  ["https://nowhere.example/", /has no address/],
])("%s is refused", async (address, reason) => {
  const net = network(
    {
      "https://loop.example/": { status: 302, location: "https://loop.example/", text: "" },
      "https://away.example/": { status: 302, location: "https://10.0.0.1/", text: "" },
      "https://down.example/": { status: 302, location: "http://a.example/", text: "" },
    },
    { "inside.example": [PUBLIC, "192.168.1.1"], "nowhere.example": [] },
  );
  const failed = await fetchDocument(address, net).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DocumentError);
  expect((failed as DocumentError).message).toMatch(reason);
  expect((failed as DocumentError).message).not.toContain("secret");
  for (const { address: connected } of net.asked) expect(connected).toBe(PUBLIC);
});

test("an answer that does not come ends in a refusal", async () => {
  const never = { resolve: async () => [PUBLIC], get: () => new Promise<never>(() => {}), timeoutMs: 1 };
  await expect(fetchDocument("https://a.example/", never)).rejects.toThrow(/no response within 1 ms/);
});

test.each(["8.8.8.8", "2606:4700::1111"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.2",
  "172.31.0.1",
  "192.168.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "fc00::1",
  "fe80::1",
  "2002:7f00:1::",
  "2001:db8::1",
  "name",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
