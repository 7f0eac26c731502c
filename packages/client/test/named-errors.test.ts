import { expect, test } from "vitest";
import { createClient, NotFoundError, nameErrors, SvcApiError, SvcError } from "../src/runtime.ts";
import { table } from "./support/table.ts";

const acme = nameErrors("Acme");
const beta = nameErrors("Beta");

async function failure(status: number, errors = acme): Promise<unknown> {
  const client = createClient<{ health: { get(): Promise<unknown> } }, object>(
    { ...table, env: "ACME" },
    { baseUrl: "https://a.test", auth: "key", retry: false, fetch: async () => new Response("{}", { status }) },
    errors,
  );
  return client.health.get().catch((error: unknown) => error);
}

test("an error without a class of its own has the name of the SDK", async () => {
  const error = (await failure(409)) as SvcApiError;
  expect(error).toBeInstanceOf(acme.api);
  expect(error).toBeInstanceOf(acme.base);
  expect(error).toBeInstanceOf(SvcApiError);
  expect(SvcApiError.is(error)).toBe(true);
  expect(error.name).toBe("AcmeApiError");
  expect(error.constructor.name).toBe("AcmeApiError");
  expect(String(error.stack)).toMatch(/^AcmeApiError: /);
  expect(error.status).toBe(409);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: "AcmeApiError", status: 409 });
});

test("an error of a class is one of the SDK, and of no other", async () => {
  const error = await failure(404);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(acme.api.is(error) && error instanceof acme.api).toBe(true);
  expect(beta.api.is(error) || error instanceof beta.api || beta.base.is(error)).toBe(false);
  expect(await failure(404, beta)).toBeInstanceOf(beta.base);
});

test("an invalid option is an error of the SDK that names its own variable", () => {
  const create = (): unknown => createClient({ ...table, env: "ACME" }, { auth: "key" }, acme);
  expect(create).toThrow(acme.base);
  expect(create).not.toThrow(acme.api);
  expect(create).toThrow(/set ACME_BASE_URL/);
});

test("what is no error of a client is none of the SDK, and an error of no client is", () => {
  for (const value of [undefined, null, 1, "x", {}, new Error("x")]) {
    expect([acme.api.is(value), acme.base.is(value), value instanceof acme.base]).toEqual([false, false, false]);
  }
  expect(new SvcError("x")).toBeInstanceOf(acme.base);
  class Own extends acme.api {}
  expect(new SvcApiError("x") instanceof Own).toBe(false);
  expect(new Own("x") instanceof Own).toBe(true);
});

test("headers for version and origin are sent only where the table has their names", async () => {
  const seen: string[][] = [];
  const send = async (clientHeaders?: { version?: string; origin?: string }): Promise<void> => {
    const client = createClient<{ health: { get(): Promise<unknown> } }, object>(
      { ...table, clientHeaders: clientHeaders ?? {} },
      {
        baseUrl: "https://a.test",
        auth: "key",
        requestOrigin: "tests",
        fetch: async (request) => {
          seen.push([...request.headers.keys()].filter((name) => name.startsWith("x-")));
          return new Response("{}");
        },
      },
    );
    await client.health.get();
  };
  await send();
  await send({ version: "x-v" });
  await send({ version: "x-v", origin: "x-o" });
  expect(seen).toEqual([[], ["x-v"], ["x-o", "x-v"]]);
});
