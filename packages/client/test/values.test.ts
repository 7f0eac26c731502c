import { expect, test } from "vitest";
import {
  createClient,
  createFunctionClient,
  DecodeError,
  encodeExactBody,
  oneLimit,
  operation,
  placeExactStyled,
  type StreamPromise,
  SvcApiError,
  withStreams,
} from "../src/runtime.ts";
import type { Plan, ValuesTable } from "../src/values/convert.ts";
import { withValues } from "../src/values/with-values.ts";
import { json, rejection, setup } from "./support/client.ts";
import { table } from "./support/table.ts";

const BIG = "12345678901234567890";
const AT = "2024-02-29T12:00:00.5+02:00";
const Node: Plan = { properties: { at: "date", id: "bigint", below: { items: () => Node } } };

/** A client whose answers and bodies are of a plan; what it sent, and what it is answered. */
function clientOf(plan: Plan, answer: Response | string, status = "200") {
  const response = typeof answer === "string" ? new Response(answer, { headers: JSON_TYPE }) : answer;
  const row = { answers: { [status]: plan }, body: plan };
  const values: ValuesTable = { emails_list: row, item_create: row, item_form: row };
  return setup([response], {}, [withValues(values)]);
}
const JSON_TYPE = { "content-type": "application/json" };
const read = (plan: Plan, answer: Response | string) => clientOf(plan, answer).svc.personas.emails.list("p");

test("dates and integers are decoded where the plan says: in lists, maps, unions, recursion", async () => {
  const text = `{"at":"${AT}","id":${BIG},"other":${BIG},"below":[{"at":null,"id":7,"below":[{"at":"2024-01-01t00:00:00z"}]}]}`;
  expect(await read(Node, text)).toEqual({
    at: new Date("2024-02-29T10:00:00.500Z"),
    id: BigInt(BIG),
    other: Number(BIG),
    below: [{ at: null, id: 7n, below: [{ at: new Date("2024-01-01T00:00:00Z") }] }],
  });
  expect(await read({ members: "digits" }, `{"a":${BIG},"__proto__":5}`)).toEqual(
    JSON.parse(`{"a":"${BIG}","__proto__":"5"}`),
  );
  expect(await read({ patterns: { "^x-": "date" } }, `{"x-a":"${AT}","a":"${AT}"}`)).toEqual({
    "x-a": new Date(AT),
    a: AT,
  });
  expect(await read({ tuple: ["date", undefined], items: "bigint" }, `["${AT}","${AT}",1]`)).toEqual([
    new Date(AT),
    AT,
    1n,
  ]);
  expect(
    await read({ all: [{ properties: { a: "date" } }, { properties: { b: "bigint" } }] }, `{"a":"${AT}","b":${BIG}}`),
  ).toEqual({ a: new Date(AT), b: BigInt(BIG) });
  expect(await read("bigint", BIG)).toBe(BigInt(BIG));
});

const UNION: Plan = {
  any: [
    { types: ["object"], required: ["at"], values: { kind: ["a"] }, plan: { properties: { at: "date" } } },
    { types: ["object"], required: ["at"], values: { kind: ["b"] } },
    { types: ["object"], except: { kind: ["a", "b"] }, plan: { properties: { id: "bigint" } } },
    { types: ["string"], plan: "date" },
    { types: ["string"] },
    { types: ["array"], plan: { items: "date" } },
  ],
};

test.each([
  [`{"kind":"a","at":"${AT}"}`, { kind: "a", at: new Date(AT) }],
  [`{"kind":"b","at":"${AT}"}`, { kind: "b", at: AT }],
  ['{"kind":"c","id":5}', { kind: "c", id: 5n }],
  [`"${AT}"`, new Date(AT)],
  ['"soon"', "soon"],
  ["5", 5],
])("%s of a union is decoded by the alternative that fits", async (text, expected) => {
  expect(await read(UNION, text)).toEqual(expected);
});

test.each([
  [Node, '{"below":[{"at":"secret"}]}', "body.below.0.at: expected a date and time with an offset"],
  [Node, '{"at":"2024-01-01T00:00:00"}', "body.at: expected a date and time with an offset"],
  [Node, '{"at":"2023-02-29T00:00:00Z"}', "body.at: expected a date and time with an offset"],
  [Node, '{"at":"2023-02-28T24:61:00Z"}', "body.at: expected a date and time with an offset"],
  [Node, '{"at":"2023-02-28T24:00:00Z"}', "body.at: expected a date and time with an offset"],
  [Node, '{"at":"2023-13-01T00:00:00Z"}', "body.at: expected a date and time with an offset"],
  [Node, '{"at":"2023-02-28T00:00:00+25:00"}', "body.at: expected a date and time with an offset"],
  [Node, '{"id":1.5}', "body.id: expected an integer"],
  [Node, '{"id":1e30}', "body.id: expected an integer"],
  ["date", '""', "body: expected a date and time"],
  [UNION, '{"kind":"a","at":"secret"}', "body.at: expected a date and time"],
  [UNION, '["secret"]', "body.0: expected a date and time"],
] as const)("%j refuses %s with its place, without the value", async (plan, text, message) => {
  const error = await rejection(read(plan, text));
  expect(error).toBeInstanceOf(DecodeError);
  expect(error).toMatchObject({ name: "DecodeError", status: 200, operation: "personas.emails.list" });
  expect(error.message).toContain(`personas.emails.list: 200 ${message}`);
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("secret");
  expect(error["body"]).toEqual(JSON.parse(text));
});

test("a leap second is the second before", async () => {
  expect(await read("date", '"2016-12-31T23:59:60.2Z"')).toEqual(new Date("2016-12-31T23:59:59.200Z"));
});

test("values of another type, errors, empty answers and text that is no JSON stay as they come", async () => {
  expect(await read(Node, '{"at":5,"id":"x","below":{"a":1}}')).toEqual({ at: 5, id: "x", below: { a: 1 } });
  const decoding = withValues({ item_delete: { answers: { 204: Node } } });
  const { svc } = setup([new Response(null, { status: 204 })], {}, [decoding]);
  expect(await svc.items.delete("1")).toBeUndefined();
  expect(await read("date", '{"a":1}')).toEqual({ a: 1 });
  const error = await rejection(read(Node, json({ at: AT }, { status: 404 })));
  expect(error["body"]).toEqual({ at: AT });
});

test("plans are those of the status, of its range, or of all", async () => {
  const answer = (): Response => json(AT, { status: 202 });
  const get = (status: string) => clientOf("date", answer(), status).svc.personas.emails.list("p");
  expect([await get("202"), await get("2XX"), await get("default"), await get("200")]).toEqual([
    ...[new Date(AT), new Date(AT), new Date(AT)],
    AT,
  ]);
});

test("an answer nested deeper than the stack is refused, and not half decoded", async () => {
  const depth = 200_000;
  const error = await rejection(read(Node, `${'{"below":['.repeat(depth)}${"]}".repeat(depth)}`));
  expect(error.message).toContain("nested");
});

test.each([
  [{ at: new Date(Number.NaN) }, "body.at: expected a valid date"],
  [{ list: ["x1"] }, "body.list.0: expected the digits of an integer"],
])("%j is refused before it is sent", async (body, message) => {
  const { svc, requests } = clientOf({ properties: { at: "date", list: { items: "digits" } } }, "{}");
  const call = svc.items.create(body);
  await expect(call.withResponse()).rejects.toThrow(message);
  expect(await rejection(call)).toMatchObject({ name: "ConfigurationError", operation: "items.create" });
  expect(requests).toEqual([]);
});

test("fields of a form are text; an object within it holds no integer that a number cannot", async () => {
  const plan: Plan = { properties: { id: "bigint", ids: { items: "digits" }, deep: { properties: { id: "bigint" } } } };
  const { svc, requests } = clientOf(plan, "{}");
  await svc.items.form({ id: BigInt(BIG), ids: [BIG], deep: { id: 5n } });
  expect(decodeURIComponent((await requests[0]?.text()) ?? "")).toBe(`id=${BIG}&ids=${BIG}&deep={"id":5}`);
  await expect(svc.items.form({ deep: { id: BigInt(BIG) } })).rejects.toThrow(
    "body.deep.id: expected an integer below",
  );
});

test("an integer of a million digits, which takes long to convert, is refused", async () => {
  const answer = read({ properties: { id: "bigint" } }, `{"id":${"9".repeat(1_000_000)}}`);
  await expect(answer).rejects.toThrow("id: expected an integer of up to 4,300 digits");
});

test("the client of withOptions decodes, too", async () => {
  const { svc } = clientOf(Node, `{"at":"${AT}"}`);
  expect(await svc.withOptions({ retry: false }).personas.emails.list("p")).toEqual({ at: new Date(AT) });
});

test("functions have the values of their operations; bodies of the caller are not changed", async () => {
  const { operations: _, ...settings } = table;
  const sent: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(await request.text());
    return new Response(`{"id":${BIG}}`, { headers: JSON_TYPE });
  };
  const client = createFunctionClient(settings, { baseUrl: "https://a.test", fetch, auth: "x" }, { limits: oneLimit });
  const row = { id: "create", method: "POST", path: "/a", body: { type: "application/json" } } as const;
  const create = operation<(body: object) => Promise<unknown>>(
    row,
    { bodies: encodeExactBody },
    withValues({
      create: {
        answers: { 200: { properties: { id: "bigint" } } },
        body: { properties: { id: "digits", at: "date" } },
      },
    }),
  );
  const body = Object.freeze({ id: `00${BIG}`, at: new Date(AT), more: 5n });
  expect(await create(client, body)).toEqual({ id: BigInt(BIG) });
  expect(sent).toEqual([`{"id":${BIG},"at":"2024-02-29T10:00:00.500Z","more":5}`]);
});

test("a DecodeError is an error of the API", () => {
  expect(SvcApiError.is(new DecodeError("x", { loc: [] }))).toBe(true);
});

/** A client of streams whose items are of a plan, and whose service answers a text. */
function streamOf(plan: Plan, type: string, text: string) {
  const streams = { accept: type, types: { [type]: { json: ["", "json"] } } };
  const row = { id: "ticks", method: "GET", path: "/ticks", name: "ticks", untyped: true, streams } as const;
  const small = { documentVersion: "1", schemes: {}, security: [], operations: [row] };
  const answer = (): Promise<Response> =>
    Promise.resolve(new Response(text, { headers: { "content-type": `${type};charset=utf-8` } }));
  const options = { baseUrl: "https://a.test", auth: "x", fetch: answer, retry: false } as const;
  const additions = [withValues({ ticks: { items: { [type]: plan } } }), withStreams];
  return createClient<{ ticks(): StreamPromise<unknown> }, object>(small, options, { additions });
}

async function readAll(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

test.each(["application/jsonl", "application/json-seq"])("items of %s are decoded", async (type) => {
  const client = streamOf(Node, type, `{"at":"${AT}","id":${BIG},"other":${BIG}}\n{"id":7}\n`);
  expect(await readAll(client.ticks())).toEqual([
    { at: new Date(AT), id: BigInt(BIG), other: Number(BIG) },
    { id: 7n },
  ]);
});

test("the data of events is decoded, JSON or text, and nothing else of them", async () => {
  const plan: Plan = {
    any: [
      { types: ["object"], values: { event: ["at"] }, plan: { properties: { data: "date" } } },
      { types: ["object"], values: { event: ["json"] }, plan: { properties: { data: Node } } },
      { types: ["object"], except: { event: ["at", "json"] } },
    ],
  };
  const text = `event: at\ndata: ${AT}\n\nevent: json\ndata: {"id":${BIG}}\nid: ${BIG}\n\nevent: other\ndata: ${BIG}\n\n`;
  expect(await readAll(streamOf(plan, "text/event-stream", text).ticks())).toEqual([
    { event: "at", data: new Date(AT) },
    { event: "json", data: { id: BigInt(BIG) }, id: BIG },
    { event: "other", data: BIG },
  ]);
});

test("an item that cannot be decoded ends the stream with its place, after the items before it", async () => {
  const stream = await streamOf(Node, "application/jsonl", `{"id":1}\n{"at":"secret"}\n{"id":2}\n`).ticks();
  expect((await stream.next()).value).toEqual({ id: 1n });
  const error = await rejection(stream.next());
  expect(error).toMatchObject({ name: "DecodeError", operation: "ticks", status: 200, loc: ["at"] });
  expect(error.message).toContain("ticks: 200 item.at: expected a date and time with an offset");
  expect(error.message).not.toContain("secret");
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test("the lines of a decoded stream are JSON of what came", async () => {
  const plan: Plan = { properties: { id: "bigint", digits: "digits" } };
  const line = `{"id":${BIG},"digits":${BIG},"text":"${BIG}"}\n`;
  const stream = await streamOf(plan, "application/jsonl", line).ticks();
  expect(await new Response(stream.toReadableStream()).text()).toBe(line);
});

test("plans of the other members apply to those that no name and no pattern fits", async () => {
  const plan: Plan = {
    properties: { name: {}, at: "date" },
    patterns: { "^x-": {}, "^d-": "date" },
    members: "bigint",
  };
  expect(await read(plan, `{"name":1,"at":"${AT}","x-a":2,"d-a":"${AT}","n":3,"__proto__":4}`)).toEqual(
    Object.defineProperty({ name: 1, at: new Date(AT), "x-a": 2, "d-a": new Date(AT), n: 3n }, "__proto__", {
      value: 4n,
      enumerable: true,
    }),
  );
});

/** Addresses of requests with parameters that are JSON, or have objects in them. */
async function addressesOf(params: object, leaf: "bigint" | "digits"): Promise<string[]> {
  const deep: Plan = { properties: { id: leaf, ids: { items: leaf }, in: () => deep } };
  const row = {
    id: "find",
    method: "GET",
    path: "/find",
    name: "find",
    params: {
      form: {},
      list: {},
      other: {},
      json: { json: true },
      key: { json: true, in: "cookie" },
      deep: { style: "deepObject" },
    },
  } as const;
  const { operations: _, ...settings } = table;
  const sent: string[] = [];
  const fetch = async ({ url, headers }: Request): Promise<Response> => {
    sent.push(decodeURIComponent(new URL(url).search), decodeURIComponent(headers.get("cookie") ?? ""));
    return new Response("1", { headers: JSON_TYPE });
  };
  const client = createFunctionClient(settings, { baseUrl: "https://a.test", fetch, auth: "x" }, { limits: oneLimit });
  const find = operation<(params: object) => Promise<unknown>>(
    row,
    { styles: placeExactStyled },
    withValues({ find: { params: { json: deep, key: deep, form: deep, deep, list: { items: deep } } } }),
  );
  await find(client, params);
  return sent;
}

test.each([
  ["bigint", BigInt(BIG)],
  ["digits", BIG],
] as const)("JSON in parameters has long integers, %s; everything else is text", async (leaf, id) => {
  const value = { id, ids: [id, 5], in: { id } };
  const text = `{"id":${BIG},"ids":[${BIG},5],"in":{"id":${BIG}}}`;
  expect(await addressesOf({ json: value, key: value }, leaf)).toEqual([`?json=${text}`, `key=${text}`]);
  expect(await addressesOf({ form: value, other: [1] }, leaf)).toEqual([
    `?id=${BIG}&ids=${BIG}&ids=5&in={"id":${BIG}}&other=1`,
    "",
  ]);
  expect(await addressesOf({ list: [value] }, leaf)).toEqual([`?list=${text}`, ""]);
  expect(await addressesOf({ deep: { id } }, leaf)).toEqual([`?deep[id]=${BIG}`, ""]);
  expect(await addressesOf({ deep: value }, leaf)).toEqual([
    `?deep[id]=${BIG}&deep[ids]=${BIG}&deep[ids]=5&deep[in][id]=${BIG}`,
    "",
  ]);
  expect(await addressesOf({ json: { name: "a" } }, leaf)).toEqual(['?json={"name":"a"}', ""]);
});

test("an argument with a value that cannot be sent is refused with its place", async () => {
  await expect(addressesOf({ json: { in: { id: "five" } } }, "digits")).rejects.toThrow(
    "params.json.in.id: expected the digits of an integer",
  );
});
