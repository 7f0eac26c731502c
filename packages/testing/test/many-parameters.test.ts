import { documentOf, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const parameter = (name: string) => ({ name, in: "path", required: true, schema: text });
const issue = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title: text } };
const ok = (schema: object) => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
const page = { name: "page", in: "query", schema: { type: "integer", default: 1 } };
const list = { parameters: [page], ...ok({ type: "array", minItems: 0, items: issue }) };

const document = documentOf({
  paths: {
    "/repos/{owner}/{repo}": {
      parameters: [parameter("owner"), parameter("repo")],
      get: ok({ type: "object", required: ["name"], properties: { name: text } }),
    },
    "/repos/{owner}/{repo}/issues": { parameters: [parameter("owner"), parameter("repo")], get: list },
    "/statistics/{user}": { parameters: [parameter("user")], get: list },
  },
});

type Any = (...values: unknown[]) => { readonly [name: string]: Any } & Any;
const fakeOf = (options: object = {}) => createFakeSvc({ document, rateLimit: false, ...options });
const read = async (fake: ReturnType<typeof fakeOf>, path: string) => (await fake.fetch(fake.baseUrl + path)).json();

test("parameters that follow each other are given one by one, to handles and in states", async () => {
  using fake = fakeOf();
  const repo = (fake as unknown as { repos: Any }).repos("octo")("hello") as unknown as {
    readonly [name: string]: Any;
  };
  repo["set"]?.({ name: "hello" });
  expect((repo["issues"] as unknown as { add: Any }).add([{ title: "a" }, {}])).toMatchObject([{ id: 1 }, { id: 2 }]);
  const state = { repos: { octo: [{ name: "hello", $: { issues: [{ id: 1, title: "a" }, { id: 2 }] } }] } };
  expect(fake.snapshot()).toEqual(state);
  using other = fakeOf({ state });
  expect(other.snapshot()).toEqual(state);
  expect(await read(other, "/repos/octo/hello")).toEqual({ name: "hello" });
  expect(await read(other, "/repos/octo/hello/issues")).toMatchObject([{ id: 1, title: "a" }, { id: 2 }]);
  expect(() => other.load({ repos: { octo: [{ $: { wishes: [] } }] } })).toThrow("/repos/octo/0/$/wishes: unknown key");
});

test.each(["/repos/a/b/issues", "/statistics/ann"])("a made-up list has one page: %s", async (path) => {
  using fake = fakeOf();
  expect(await read(fake, path)).not.toEqual([]);
  expect(await read(fake, `${path}?page=2`)).toEqual([]);
});
