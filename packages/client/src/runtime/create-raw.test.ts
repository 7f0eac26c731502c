import createFetchClient, { type Client } from "openapi-fetch";
import { expect, test } from "vitest";
import type { Extras } from "../extras.ts";
import { oneLimit } from "../pacing/limits.ts";
import { createCoreClient } from "./create-client.ts";
import { rawSerializers } from "./raw-serializers.ts";

const BASE = "https://api.example/v1";
const TABLE = { documentVersion: "", schemes: {}, security: [], operations: [] };

type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>;
type Use = (raw: Loose, seen: unknown[]) => Promise<unknown>;

/** Requests and results of a use, without the headers of every request of ours. */
async function trace(make: (fetch: (request: Request) => Promise<Response>) => object, use: Use): Promise<unknown[]> {
  const seen: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const headers = Object.fromEntries([...request.headers].filter(([name]) => !name.startsWith("x-svc-")));
    seen.push([request.method, request.url, headers, await request.clone().text()]);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/gone")) return Response.json({ detail: "no" }, { status: 410 });
    if (pathname.endsWith("/words")) return new Response("no json", { status: 409 });
    if (pathname.endsWith("/empty")) return new Response(null, { status: 204 });
    if (pathname.endsWith("/nothing")) return new Response("", { status: 200 });
    return Response.json({ ok: true });
  };
  try {
    const { response, ...rest } = (await use(make(fetch) as Loose, seen)) as { response: Response };
    return [...seen, Object.entries(rest), response.status];
  } catch (error) {
    return [...seen, (error as Error).message.replace(/^[^:]*: /, "")];
  }
}

const uses: { readonly [name: string]: Use } = {
  "a path and a query": (raw) =>
    raw["GET"]?.("/items/{id}/parts/{part}", {
      params: { path: { id: "a b/c", part: 7 }, query: { text: "ä&=?", flag: true, none: undefined, empty: null } },
    }) as Promise<unknown>,
  "lists in a query": (raw) => raw["GET"]?.("/items", { params: { query: { id: [1, "b c"] } } }) as Promise<unknown>,
  "request() with the method in small letters": (raw) => raw["request"]?.("get", "/items") as Promise<unknown>,
  "a JSON body": (raw) => raw["POST"]?.("/items", { body: { a: 1 }, headers: { "x-a": "1" } }) as Promise<unknown>,
  "a body by a serializer of one's own": (raw) =>
    raw["PUT"]?.("/items", { body: 5, bodySerializer: (body: number) => `<${body}>` }) as Promise<unknown>,
  "serializers of one's own": (raw) =>
    raw["GET"]?.("/items/{id}", {
      params: { path: { id: "x" }, query: { q: 1 } },
      querySerializer: () => "?q=mine",
      pathSerializer: (path: string) => path.replace("{id}", "y"),
    }) as Promise<unknown>,
  "headers of the call and of parameters": (raw) =>
    raw["GET"]?.("/items", {
      headers: { "x-a": ["1", "2"], "x-b": "b" },
      params: { header: { "x-b": "c" } },
    }) as Promise<unknown>,
  "an error with JSON": (raw) => raw["GET"]?.("/gone") as Promise<unknown>,
  "an error with text": (raw) => raw["DELETE"]?.("/words") as Promise<unknown>,
  "no content": (raw) => raw["GET"]?.("/empty") as Promise<unknown>,
  "an empty success": (raw) => raw["GET"]?.("/nothing") as Promise<unknown>,
  HEAD: (raw) => raw["HEAD"]?.("/items") as Promise<unknown>,
  "text on demand": (raw) => raw["GET"]?.("/items", { parseAs: "text" }) as Promise<unknown>,
  "middlewares in their order": (raw, seen) => {
    const log = (name: string): object => ({
      onRequest: ({ schemaPath, params, request }: Record<string, Request>) =>
        void seen.push([name, schemaPath, params, request?.url]),
      onResponse: ({ response }: { response: Response }) => {
        seen.push([name, response.status]);
        return new Response(`"${name}"`, { status: response.status + 1 });
      },
    });
    (raw["use"] as unknown as (...all: object[]) => void)(log("a"), log("b"));
    return raw["GET"]?.("/items", { middleware: [log("c")], params: { query: { q: 1 } } }) as Promise<unknown>;
  },
  "a middleware that answers": (raw, seen) => {
    raw["use"]?.({ onRequest: () => Response.json("kept"), onResponse: () => void seen.push("never") });
    return raw["GET"]?.("/items") as Promise<unknown>;
  },
  "a middleware that changes the request": (raw) => {
    raw["use"]?.({ onRequest: ({ request }: { request: Request }) => new Request(`${request.url}?more`, request) });
    return raw["GET"]?.("/items") as Promise<unknown>;
  },
  "an ejected middleware": (raw) => {
    const one = { onRequest: () => Response.json("kept") };
    raw["use"]?.(one);
    raw["eject"]?.(one);
    return raw["GET"]?.("/items") as Promise<unknown>;
  },
  "a middleware that turns an error into another": (raw) => {
    raw["use"]?.({ onError: ({ error }: { error: Error }) => new Error(`again: ${error.message}`) });
    return raw["GET"]?.("/items", {
      middleware: [{ onRequest: () => new Request("https://api.example/v1/x") }, { onResponse: () => 5 }],
    }) as Promise<unknown>;
  },
};

const bare = (fetch: (request: Request) => Promise<Response>): object => createFetchClient({ baseUrl: BASE, fetch });
const ours =
  (extras: Extras) =>
  (fetch: (request: Request) => Promise<Response>): object =>
    createCoreClient<object, object>(TABLE, { baseUrl: BASE, fetch, retry: false }, extras).raw as Client<object>;

test.each(Object.entries(uses))("%s: the same as openapi-fetch", async (name, use) => {
  const expected = (await trace(bare, use)).slice(0, name.includes("another") ? -1 : undefined);
  for (const extras of [{ limits: oneLimit }, { limits: oneLimit, raw: rawSerializers }])
    expect((await trace(ours(extras), use)).slice(0, expected.length)).toEqual(expected);
});

test("with openapi-fetch's serializers lists and objects have any style", async () => {
  const use: Use = (raw) =>
    raw["GET"]?.("/items/{id*}", {
      params: { path: { id: ["a", "b"] }, query: { of: { a: 1, b: 2 }, id: [1, 2] } },
      querySerializer: { array: { style: "pipeDelimited", explode: false } },
    }) as Promise<unknown>;
  expect(await trace(ours({ limits: oneLimit, raw: rawSerializers }), use)).toEqual(await trace(bare, use));
});

test("without them options of a serializer are refused", async () => {
  const use: Use = (raw) =>
    raw["GET"]?.("/items", { params: { query: { id: [1] } }, querySerializer: { array: {} } }) as Promise<unknown>;
  expect(await trace(ours({ limits: oneLimit }), use)).toEqual([expect.stringContaining("a function")]);
});
