import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@svc/codegen";
import { functions } from "@svc/codegen";
import { emitTree, sdkName } from "@svc/codegen/workspace";
import { afterAll, expect, test } from "vitest";
import { createTrees } from "./generated-trees.ts";
import { runProgram } from "./run-program.ts";

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

const NAME = "values.json";
const TEXT = readFileSync(join(import.meta.dirname, NAME), "utf8");
const BIG = "9007199254740993";

/** Begin of every program: a fake, whose answers are what travels, and a client, which decodes them. */
const BEGIN = `
import { createAcmeClient, DecodeError } from "./index.ts";
import { createAcmeFunctions, entriesGet } from "./functions.ts";
import { build, createFakeAcme } from "../testing/index.ts";
import type { WebhookEvents } from "./webhooks.ts";

const fake = createFakeAcme();
const options = { baseUrl: fake.baseUrl, auth: "any", fetch: fake.fetch, clock: fake.clock };
const acme = createAcmeClient(options);
const show = (...values: unknown[]): void => console.log(...values);
const wire = build.big({ id: 7, at: "2024-01-01T00:00:00Z", day: "2024-02-29", ended: null, when: "2024-01-01T00:00:00Z", marks: { a: "2024-01-02T00:00:00Z" }, event: { kind: "noted", at: "2024-01-01T00:00:00Z" }, children: [build.entry({ id: 8, at: "2024-01-03T00:00:00Z" })] });
fake.on("entries_create", ({ body }) => {
  const id: number = body.id;
  show("sent", typeof id, body.at, body.serial);
  return body;
});
fake.on("entries_get", ({ path }) => build.entry({ id: path.id, at: "2024-01-01T00:00:00Z" }));
fake.on("ticks", async function* () {
  yield { data: build.entry({ at: "2024-01-01T00:00:00Z" }) };
});
`;

const END = `
await acme.close();
await fake.close();
`;

const PROGRAMS: { readonly [name: string]: readonly [Config, string] } = {
  dates: [
    { dates: "Date" },
    `
for await (const { data } of acme.ticks()) {
  const at: Date = data.at;
  show("tick", at.getTime());
}
const made = await acme.entries.create(wire);
const at: Date = made.at;
const ended: Date | null | undefined = made.ended;
const day: string | null | undefined = made.day;
const id: number = made.id;
show(at.getTime(), ended, day, id, made.when instanceof Date, made.marks?.["a"] instanceof Date, made.children?.[0]?.at instanceof Date, made.event?.at);
const { at: sameAt } = await acme.entries.create({ ...made, at: new Date(at) });
show(sameAt.getTime() === at.getTime());
await acme.entries.create(...build.args("entries_create"));
show((await acme.entries.list({ since: at, ids: [1, 2] })).every((one) => one.at instanceof Date));
show(decodeURIComponent(fake.calls.at(-1)?.target ?? ""));
const kept = await acme.entries.create({ ...made, stamps: { "d-a": at, other: "text" }, days: { "d-b": at } });
// @ts-expect-error what matches no pattern is not decoded
export const other: Date | undefined = kept.stamps?.["other"];
const days: { [name: string]: Date } | undefined = kept.days;
show(kept.stamps, days);
const delivered: WebhookEvents["made"]["at"] = "2024-01-01T00:00:00Z";
show("webhooks are as they come", delivered);
const raw = await acme.raw.GET("/entries/{id}", { params: { path: { id: 5 } } });
const text: string | undefined = raw.data?.at;
show(text);
show((await entriesGet(createAcmeFunctions(options), 5)).at instanceof Date);
fake.on("entries_get", () => Response.json({ id: 1, at: "yesterday" }));
await acme.entries.get(1).catch((error) => show(DecodeError.is(error), error.message));
// @ts-expect-error the date is no text
export const wrong: string = made.at;
`,
  ],
  integers: [
    { int64: "bigint" },
    `
fake.on("ticks", () => new Response('data: {"id":${BIG},"at":"2024-01-01T00:00:00Z"}\\n\\n', { headers: { "content-type": "text/event-stream" } }));
for await (const { data } of acme.ticks()) {
  const id: bigint = data.id;
  show("tick", id);
}
fake.on("last", () => new Response("${BIG}", { headers: { "content-type": "application/json" } }));
const last: bigint = await acme.last.get();
show(last);
fake.on("entries_create", async ({ request }) => {
  const text = await request.clone().text();
  show(text.slice(0, 24));
  return new Response(text, { status: 201, headers: { "content-type": "application/json" } });
});
const made = await acme.entries.create({ id: ${BIG}n, at: "2024-01-01T00:00:00Z", serial: 5n });
const id: bigint = made.id;
show(id, made.serial);
const { extra } = await acme.entries.create({ ...made, extra: { name: "a", count: ${BIG}n } });
show(extra?.name, extra?.["count"]);
await acme.entries.create(wire);
show((await acme.entries.list({ ids: [${BIG}n] })).every((one) => typeof one.id === "bigint"));
show(fake.calls.at(-1)?.target);
await acme.entries.list({ near: { from: ${BIG}n }, between: { from: 5n, within: { from: ${BIG}n } } });
show(decodeURIComponent(fake.calls.at(-1)?.target ?? ""));
await acme.entries.file.create(5n, { file: new Blob(["x"]), serial: ${BIG}n });
show((await entriesGet(createAcmeFunctions(options), 5n)).id);
`,
  ],
  digits: [
    { int64: "string" },
    `
fake.on("last", () => new Response("${BIG}", { headers: { "content-type": "application/json" } }));
const last: string = await acme.last.get();
show(last);
const made = await acme.entries.create({ id: "5", at: "2024-01-01T00:00:00Z" });
const id: string = made.id;
show(id);
await acme.entries.create(wire);
await acme.entries.list({ near: { from: "${BIG}" }, between: { within: { from: "${BIG}" } } });
show(decodeURIComponent(fake.calls.at(-1)?.target ?? ""));
await acme.entries.create({ id: "five", at: "x" }).catch((error) => show(error.message));
`,
  ],
};

/** Lines that a program prints. */
function run(name: string): Promise<string[]> {
  const [config, program] = PROGRAMS[name] ?? [{}, ""];
  const files = emitTree(TEXT, NAME, { config: { ...config, emitters: [functions()] }, sdk: sdkName("acme") });
  return runProgram(trees, { name, files, text: BEGIN + program + END });
}

test("dates: a client with Date and a fake with what travels understand each other", { timeout: 300_000 }, async () => {
  expect(await run("dates")).toMatchInlineSnapshot(`
    [
      "tick 1704067200000",
      "sent number 2024-01-01T00:00:00Z 14",
      "1704067200000 null 2024-02-29 7 true true true 2024-01-01T00:00:00Z",
      "sent number 2024-01-01T00:00:00.000Z 14",
      "true",
      "sent number 2025-06-01T11:58:42Z 57",
      "true",
      "/entries?since=2024-01-01T00:00:00.000Z&ids=1&ids=2",
      "sent number 2024-01-01T00:00:00.000Z 14",
      "{ 'd-a': 2024-01-01T00:00:00.000Z, other: 'text' } { 'd-b': 2024-01-01T00:00:00.000Z }",
      "webhooks are as they come 2024-01-01T00:00:00Z",
      "2024-01-01T00:00:00Z",
      "true",
      "true entries.get: 200 body.at: expected a date and time with an offset (RFC 3339)",
    ]
  `);
});

test("int64: a client with bigint loses no digit", { timeout: 300_000 }, async () => {
  expect(await run("integers")).toMatchInlineSnapshot(`
    [
      "tick 9007199254740993n",
      "9007199254740993n",
      "{"id":9007199254740993,"",
      "9007199254740993n 5n",
      "{"id":9007199254740993,"",
      "a 9007199254740993n",
      "{"id":7,"at":"2024-01-01",
      "true",
      "/entries?ids=9007199254740993",
      "/entries?near={"from":9007199254740993}&from=5&within={"from":9007199254740993}",
      "5n",
    ]
  `);
});

test("int64: a client with text loses no digit", { timeout: 300_000 }, async () => {
  expect(await run("digits")).toMatchInlineSnapshot(`
    [
      "9007199254740993",
      "sent number 2024-01-01T00:00:00Z undefined",
      "5",
      "sent number 2024-01-01T00:00:00Z 14",
      "/entries?near={"from":9007199254740993}&within={"from":9007199254740993}",
      "body.id: expected the digits of an integer",
    ]
  `);
});

test("without the options nothing is decoded, and nothing is there for it", () => {
  const files = emitTree(TEXT, NAME, { sdk: sdkName("acme") });
  expect([...files.keys()].filter((path) => /values|wire/.test(path))).toEqual([]);
  expect([...files.values()].join("\n")).not.toMatch(/withValues|encodeExactBody|DecodeError/);
});

test("a document without such values is the same with the options", () => {
  const config = { dates: "Date", int64: "bigint" } as const;
  const plain = TEXT.replaceAll(/"(?:date-time|u?int64)"/g, '"other"');
  expect(emitTree(plain, NAME, { config })).toEqual(emitTree(plain, NAME));
});
