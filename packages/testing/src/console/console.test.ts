import { afterEach, expect, test } from "vitest";
import { createFakeSvc, type FakeServer } from "../../test/support/service.ts";
import type { View } from "./view.ts";

const fake = createFakeSvc({ rateLimit: { limit: 50 } });
afterEach(async () => {
  await fake.close();
  fake.reset();
});

const call = (path: string, credential = "t"): Promise<Response> =>
  fake.fetch(fake.baseUrl + path, { headers: { authorization: `Bearer ${credential}` } });

async function get<Value>({ url }: FakeServer, path: string): Promise<Value> {
  return (await (await fetch(`${url}/__fake/${path}`)).json()) as Value;
}

test("the page asks nobody but the fake, and runs only its own script", async () => {
  const { url } = await fake.listen();
  const response = await fetch(`${url}/__fake/`);
  const html = await response.text();
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']{44}'; style-src 'sha256-[^']{44}'/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(html).not.toMatch(/(?:src|href)="(?!#|data:,)/);
  expect(html).not.toMatch(/insertAdjacentHTML|document\.write|\bon\w+="|eval\(|new Function/);
  expect(fake.calls).toHaveLength(0);
});

test("a view has the newest calls, as many as are asked for, and those that have all words of a filter", async () => {
  const server = await fake.listen();
  for (let index = 0; index < 450; index++) await call(`/sessions/s${index}/cookies`);
  const view = await get<View>(server, "view");
  expect([view.total, view.matching, view.rows.length]).toEqual([450, 450, 100]);
  expect(view.rows[0]?.target).toBe("/sessions/s449/cookies");
  expect((await get<View>(server, "view?count=200")).rows.at(-1)?.target).toBe("/sessions/s250/cookies");
  const filtered = await get<View>(server, "view?filter=S44+get");
  expect([filtered.matching, filtered.rows[0]?.index]).toEqual([11, 449]);
  expect((await get<View>(server, "view?filter=s44+post")).matching).toBe(0);
  expect(await get(server, "call?index=7")).toMatchObject({ target: "/sessions/s7/cookies", method: "GET" });
});

test("windows are shown by credential, credentials are not", async () => {
  const server = await fake.listen();
  await call("/health", "first-secret");
  await call("/health", "first-secret");
  await call("/health", "second-secret");
  const view = await get<View>(server, "view");
  expect(view.windows.map(({ name, limit, remaining }) => [name, limit, remaining])).toEqual([
    ["Bearer token 1", 50, 48],
    ["Bearer token 2", 50, 49],
  ]);
  const everything = JSON.stringify([view, await get(server, "call?index=0")]);
  expect(everything).not.toContain("secret");
});

test("the store is shown as tests have filled it, without handing out download addresses", async () => {
  const server = await fake.listen();
  fake.personas("p").emails.add({ subject: "hello" } as never);
  fake.sessions("s").network.logs.add({ key: "k", body: "line" });
  const { store } = await get<View>(server, "view");
  expect(store).toMatchObject({
    entries: [
      { place: "/personas/p/emails", kind: "collection", total: 1, items: [{ value: { subject: "hello" } }] },
      { place: "/sessions/s/network/logs", items: [{ value: { key: "k", body: "line" } }] },
    ],
    leftOut: 0,
  });
});

test.each(["call", "call?index=-1", "call?index=0", "call?index=__proto__"])("%s: no such call", async (path) => {
  const { url } = await fake.listen();
  expect((await fetch(`${url}/__fake/${path}`)).status).toBe(400);
});

test.each(["put", "remove", "unfail", "fail", "clock", "webhook", "resend", "state"])(
  "%s without an object says what it takes",
  async (name) => {
    const { url } = await fake.listen();
    for (const body of ["null", "1"]) {
      const response = await fetch(`${url}/__fake/${name}`, { method: "POST", body });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: `/__fake/${name}: expected a JSON object.` },
      ]);
    }
  },
);

test("an item is read whole, replaced by its place, and removed", async () => {
  const server = await fake.listen();
  const post = (name: string, body: object) =>
    fetch(`${server.url}/__fake/${name}`, { method: "POST", body: JSON.stringify(body) });
  fake.personas("p").emails.add({ subject: "x".repeat(9000) });
  const { store } = await get<View>(server, "view");
  const { path = "", parameters = [], items = [] } = store.entries[0] ?? {};
  const place = { path, parameters, id: items[0]?.id ?? "" };
  const query = new URLSearchParams({ path, parameter: "p", id: place.id });
  const { value } = await get<{ value: { subject: string } }>(server, `item?${query}`);
  expect(value.subject).toHaveLength(9000);
  expect((await post("put", { ...place, value: { ...value, subject: "short" } })).status).toBe(200);
  expect(
    fake
      .personas("p")
      .emails.all()
      .map(({ subject }) => subject),
  ).toEqual(["short"]);
  expect((await post("remove", place)).status).toBe(200);
  expect((await post("remove", place)).status).toBe(400);
  expect(fake.personas("p").emails.all()).toEqual([]);
});

test.each([["a text"], [null], [[]], [5]])("an item that is %j is refused: it is no object", async (value) => {
  const { url } = await fake.listen();
  const body = JSON.stringify({ path: "/personas/{persona_id}/emails", parameters: ["p"], value });
  const response = await fetch(`${url}/__fake/put`, { method: "POST", body });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { readonly error: string }).error).toMatch(/expected an object/);
  expect(fake.personas("p").emails.all()).toEqual([]);
});

test("a view stays small, whatever is stored", async () => {
  const server = await fake.listen();
  fake.personas("p").emails.add({ text_content: "x".repeat(1_000_000) });
  const { store } = await get<View>(server, "view");
  expect(JSON.stringify(store).length).toBeLessThan(10_000);
  expect(JSON.stringify(store)).toContain("(995000 more characters)");
});
