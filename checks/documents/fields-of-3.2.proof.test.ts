import { readFileSync } from "node:fs";
import { emitTree, sdkName } from "@svc/codegen/workspace";
import { diffDocuments } from "@svc/diff";
import { formatFinding, formatRepair } from "@svc/model";
import { afterAll, expect, test } from "vitest";
import { createTrees } from "./generated-trees.ts";
import { runProgram } from "./run-program.ts";

const NAME = "fields-of-3.2.yaml";
const TEXT = readFileSync(new URL(`../../engines/model/fixtures/documents/${NAME}`, import.meta.url), "utf8");

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** Calls each operation. What is wrong with a type is an error of the compiler. */
const PROGRAM = `
import { createShelfClient, type Book, type Item, type Thing } from "./index.ts";
import { build, createFakeShelf } from "../testing/index.ts";

const fake = createFakeShelf();
const shelf = fake.client(createShelfClient);
const last = (): string => {
  const { method = "", target = "" } = fake.calls.at(-1) ?? {};
  return method + " " + decodeURIComponent(target);
};

await shelf.items.list({ kind: "book", limit: 2, theme: "dark:1" });
console.log(last(), fake.calls.at(-1)?.headers["cookie"]);
// @ts-expect-error: the field of the query is required
await shelf.items.list({ limit: 51 }).catch((error: Error) => console.log(error.message.split(String.fromCharCode(10)).join(" ")));
await shelf.items.list({ kind: "book", theme: "a;b=c" }).catch((error: Error) => console.log(error.message));

const book: Book = { kind: "book", title: "Emma" };
const thing: Thing = { kind: "lamp", weight: 2 };
for (const item of [book, thing, {}] satisfies Item[]) console.log(JSON.stringify(await shelf.items.create(item)));
// To the compiler it may be a thing.
await shelf.items.create({ kind: "book" }).catch((error: Error) => console.log(error.name));

await shelf.items.query({ title: "Emma" });
console.log(last());
console.log(await shelf.items.copy({ destination: "/other" }), last());
console.log(JSON.stringify(await shelf.search({ filter: { author: "J & A = 1" } })), last());
await shelf.search({ filter: {} as { author: string } }).catch((error: Error) => console.log(error.name));
await shelf.files.get("a:b");
console.log(last());
fake.on("changes_watch", async function* () {
  yield { event: "changed", data: book };
});
for await (const { event, data } of shelf.changes()) {
  const changed: "changed" = event;
  const item: Item = data;
  console.log(changed, JSON.stringify(item));
}
fake.on("lines_read", async function* () {
  yield thing;
});
for await (const item of shelf.lines()) console.log(JSON.stringify(item satisfies Item));
console.log(await shelf.parts.create({ nested: { note: "n" } }));
console.log(typeof build.book().title);
await shelf.close();
await fake.close();
`;

test("each field that OpenAPI 3.2 added is read, typed, called and faked, or told", { timeout: 300_000 }, async () => {
  const warnings: string[] = [];
  const files = emitTree(TEXT, NAME, {
    sdk: sdkName("shelf"),
    onRepair: (repair) => warnings.push(formatRepair(repair)),
    onWarning: (warning) => warnings.push(formatFinding(warning)),
  });
  const told = "is for parts without names, which methods do not write: the body is sent as it is given";
  const at = `${NAME}#/paths/~1parts/post/requestBody/content/multipart~1mixed`;
  expect(warnings).toEqual([`${at}/prefixEncoding: ${told}`, `${at}/itemEncoding: ${told}`]);
  expect(await runProgram(trees, { name: "shelf", files, text: PROGRAM })).toMatchInlineSnapshot(`
    [
      "GET /items?kind=book&limit=2 [redacted]",
      "items.list: 400 kind: Field required; limit: Input should be less than or equal to 50 (https://shelf.example.test/items)",
      "theme: expected a cookie's value: no blanks, quotes, commas, semicolons",
      "{"kind":"book","title":"Emma"}",
      "{"kind":"lamp","weight":2}",
      "{}",
      "ShelfApiError",
      "QUERY /items",
      "undefined COPY /items",
      "{"author":"still valley"} GET /search?{"author":"J & A = 1"}",
      "ShelfApiError",
      "GET /files/a:b",
      "changed {"kind":"book","title":"Emma"}",
      "{"kind":"lamp","weight":2}",
      "undefined",
      "string",
    ]
  `);
});

test("the same document of version 3.1 and of 3.2 differ in nothing that has a meaning", () => {
  const responses = { 200: { description: "Items", content: { "application/json": { schema: {} } } } };
  const version = (openapi: string) => ({
    file: `${openapi}.json`,
    document: { openapi, info: { title: "Shelf", version: "1.0.0" }, paths: { "/items": { get: { responses } } } },
  });
  const { level, changes } = diffDocuments(version("3.1.0"), version("3.2.0"));
  expect([level, changes.map(({ id }) => id)]).toEqual(["patch", ["openapi-changed:/openapi"]]);
});
