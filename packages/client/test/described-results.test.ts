import { expect, test } from "vitest";
import { createClient, type OperationRow, withConstants } from "../src/runtime.ts";

interface Methods {
  readonly calls: { readonly make: (...args: unknown[]) => Promise<unknown> };
}

/** A client with one method, and the requests that it made. */
function setup(row: Partial<OperationRow>, answer: () => Response) {
  const requests: Request[] = [];
  const operation = { id: "make", method: "POST", path: "/calls", name: "calls.make", ...row };
  const table = { documentVersion: "1", schemes: {}, security: [], operations: [operation] };
  const options = {
    baseUrl: "https://svc.example",
    auth: "secret",
    rateLimit: false,
    retry: false,
    fetch: async (input: Request) => {
      requests.push(input.clone());
      return answer();
    },
  } as const;
  const svc = createClient<Methods, object>(table, options, { additions: [withConstants] });
  return { requests, make: (...args: unknown[]) => svc.calls.make(...args) };
}

const redirect = (): Response =>
  new Response('{"id":1}', { status: 303, headers: { location: "/elsewhere", "content-type": "application/json" } });

test("a redirect that the document describes as the result is given, and not followed", async () => {
  const { requests, make } = setup({ redirect: true }, redirect);
  expect(await make()).toEqual({ id: 1 });
  expect(requests).toHaveLength(1);
});

test("an error stays one where redirects are the result", async () => {
  const { make } = setup({ redirect: true }, () => Response.json({}, { status: 404 }));
  await expect(make()).rejects.toMatchObject({ status: 404 });
});

test.each([
  ["an object", { a: 1 }, '{"a":1}', "application/json"],
  ["a list", [1], "[1]", "application/json"],
  ["a number", 1, "1", "application/json"],
  ["text", "a", "a", "application/octet-stream"],
  ["a blob", new Blob(["b"], { type: "image/png" }), "b", "image/png"],
])("%s under */* is sent as what it is", async (_, body, text, type) => {
  const { requests, make } = setup({ body: { type: "*/*" } }, () => Response.json(1));
  await make(body);
  expect(await requests[0]?.text()).toBe(text);
  expect(requests[0]?.headers.get("content-type")).toBe(type);
});

test("a form takes numbers and booleans", async () => {
  const { requests, make } = setup({ body: { type: "application/x-www-form-urlencoded" } }, () => Response.json(1));
  await make({ count: 2, dry: true });
  expect(await requests[0]?.text()).toBe("count=2&dry=true");
});

test("of several media types the one of the method's type is asked for, unless the caller names another", async () => {
  const { requests, make } = setup({ accept: "application/json" }, () => Response.json(1));
  await make({ headers: { other: "1" } });
  await make({ headers: { accept: "text/csv" } });
  await make({ headers: new Headers({ Accept: "text/plain" }) });
  expect(requests.map(({ headers }) => [headers.get("accept"), headers.get("other")])).toEqual([
    ["application/json", "1"],
    ["text/csv", null],
    ["text/plain", null],
  ]);
});
