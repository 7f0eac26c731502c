import { expect, test } from "vitest";
import {
  AbortedError,
  createFunctionClient,
  NotFoundError,
  nameErrors,
  oneLimit,
  operation,
  withPages,
} from "../src/runtime.ts";
import { table } from "./support/table.ts";

const acme = nameErrors("Acme");
const getItem = operation<(id: string, options?: object) => Promise<unknown>>({
  id: "item",
  method: "GET",
  path: "/items/{id}",
});
type List = (params?: { page?: number }) => Promise<{ items: number[] }> & AsyncIterable<number>;
const listItems = operation<List>(
  {
    id: "items",
    method: "GET",
    path: "/items",
    params: {},
    page: { kind: "page", parameter: "page", items: ["items"] },
  },
  {},
  withPages,
);

function create(answer: (request: Request) => Response) {
  const { operations: _, ...settings } = table;
  const seen: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    seen.push(`${request.method} ${request.url} ${request.headers.get("authorization")}`);
    return answer(request);
  };
  const client = createFunctionClient(
    settings,
    { baseUrl: "https://a.test/v1", auth: "key", fetch, retry: false },
    { ...acme, limits: oneLimit },
  );
  return { client, seen };
}

test("a function calls its operation with the policies of the client", async () => {
  const { client, seen } = create(() => Response.json({ id: "7" }));
  expect(await getItem(client, "7")).toEqual({ id: "7" });
  expect(seen).toEqual(["GET https://a.test/v1/items/7 Bearer key"]);
  expect(client.rateLimit).toMatchObject({ queued: 0, inFlight: 0 });
});

test("a list is iterated through all pages", async () => {
  const { client, seen } = create(({ url }) => {
    const page = Number(new URL(url).searchParams.get("page") ?? 1);
    return Response.json({ items: page < 3 ? [page * 10, page * 10 + 1] : [] });
  });
  const found: number[] = [];
  for await (const item of listItems(client)) found.push(item);
  expect(found).toEqual([10, 11, 20, 21]);
  expect(seen).toHaveLength(3);
});

test("errors are those of the SDK", async () => {
  const { client } = create(() => new Response("{}", { status: 404 }));
  const error = await getItem(client, "7").catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toBeInstanceOf(acme.api);
});

test("a closed client sends nothing", async () => {
  const { client, seen } = create(() => Response.json({}));
  await getItem(client, "1");
  await client.close();
  await expect(getItem(client, "2")).rejects.toThrow(AbortedError);
  expect(seen).toHaveLength(1);
});

test("another first argument is refused", () => {
  expect(() => getItem({} as never, "7")).toThrow("item: the first argument must be a client for functions");
});
