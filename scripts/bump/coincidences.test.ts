import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createModel } from "@svc/model";
import { afterAll, expect, test } from "vitest";
import { COINCIDENCES, readCoincidences, writeCoincidences } from "./coincidences.ts";
import { findNames, handWrittenSources, namesOf } from "./document-names.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-coincidences-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A document with one path and one schema, of these fields. */
function document(...fields: string[]): object {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
  const schema = { $ref: "#/components/schemas/ShipNews" };
  const responses = { 200: { description: "It", content: { "application/json": { schema } } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  return {
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
    paths: { "/ships/{id}/news": { get: { operationId: "ship_news", parameters, responses } } },
    components: { schemas: { ShipNews: { type: "object", properties } } },
  };
}

function checkout(name: string, files: { readonly [path: string]: unknown }): string {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

const names = namesOf(createModel(document("berth_no")));

test.each([
  ['call("ship_news")', "ship_news"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that has one
  ["fetch(`${url}/ships/${id}/news?all=1`)", "/ships/{id}/news"],
  ['send("/ships/s1/news")', "/ships/{id}/news"],
  ["await svc.ships.news.list(id)", "svc.ships.news.list"],
  ["const { berth_no } = ship", "berth_no"],
  ["build.shipNews()", "build.shipNews"],
  ["type A = ShipNews[]", "ShipNews"],
])("%s names %s", (text, name) => {
  const found = findNames([{ file: "a.ts", text }], [...names, "svc.ships.news.list"]);
  expect([...found]).toEqual([[name, ["a.ts"]]]);
});

test.each([
  "ship_newsletter",
  'import "../ships/old/news.ts"',
  'read("docs/ships/old/news")',
  "rebuild.shipNewsletter()",
])("%s names nothing", (text) => {
  expect([...findNames([{ file: "a.ts", text }], names)]).toEqual([]);
});

test("code is looked at without its comments; tests, generated files and programs for the committed document are not", () => {
  const root = checkout("sources", {
    "packages/a/src/a.ts": "/** ship_news */\nconst a = 1; // ship_news",
    "packages/a/src/a.test.ts": "ship_news",
    "packages/a/src/generated/b.ts": "ship_news",
    "packages/a/test/support/c.ts": "ship_news",
    "examples/d/main.mjs": "ship_news",
    "docs/guides/e.mjs": "ship_news",
    "docs/.cache/assets/g.js": "ship_news",
    "checks/f.mjs": "ship_news",
  });
  expect(findNames(handWrittenSources(root), names)).toEqual(new Map([["ship_news", ["checks/f.mjs"]]]));
});

test("a bump writes down what code has by chance: not what the old document had, too", async () => {
  const code = { "scripts/a.ts": "call({ client_id, berth_no, tide_at, ship_news })" };
  const before = {
    "spec/openapi.yaml": document("berth_no", "tide_at"),
    [COINCIDENCES]: { tide_at: "scripts/old.ts" },
  };
  const after = { "spec/openapi.yaml": document("berth_no", "tide_at", "client_id", "cargo_tons") };
  const stage = checkout("stage", { ...code, ...after });
  await writeCoincidences(checkout("root", { ...code, ...before }), stage);
  expect(readCoincidences(stage)).toEqual({ client_id: "scripts/a.ts", tide_at: "scripts/a.ts" });
});
