import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sdkName } from "../emit/sdk-name.ts";
import { zod } from "../emitters/zod.ts";
import { emitTree } from "../generate-tree.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { loadConfig } from "./load-config.ts";

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (value: object) => ({ 200: { description: "Done", content: { "application/json": { schema: value } } } });
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  components: {
    schemas: {
      Pet: { type: "object", properties: { id: { type: "string" }, status: schema("Status") } },
      Status: { type: "string", enum: ["in-stock", "sold"] },
      Audit: { type: "object", properties: { by: schema("Actor") } },
      Actor: { type: "object", properties: { name: { type: "string" } } },
      Unused: { type: "string" },
    },
  },
  paths: {
    "/pets": {
      get: {
        operationId: "pets_all",
        tags: ["pets"],
        parameters: [{ name: "from", in: "query", schema: { type: "integer" } }],
        responses: json({ type: "object", properties: { stock: { type: "array", items: schema("Pet") } } }),
      },
    },
    "/admin/audits": { get: { operationId: "audits", tags: ["admin"], responses: json(schema("Audit")) } },
    "/secret": { "x-internal": true, get: { operationId: "secret", responses: json(schema("Actor")) } },
  },
};

function emit(config: Config) {
  const files = emitTree(JSON.stringify(DOCUMENT), "pets.json", { config, sdk: sdkName(config.name ?? "svc") });
  return { files, file: (path: string): string => files.get(path) ?? "" };
}

const ids = (config: Config): string[] =>
  (JSON.parse(emit(config).file("operations.json")) as { id: string }[]).map(({ id }) => id);

test("without options, everything is as without a configuration", () => {
  expect(emit({}).files).toEqual(emitTree(JSON.stringify(DOCUMENT), "pets.json"));
});

test("name is a part of what is generated", () => {
  expect(emit({ name: "acme" }).file("client/index.ts")).toContain("export function createAcmeClient(");
});

test("methods are named by operation id, and by method and path", () => {
  const table = emit({ methods: { pets_all: "stock.list", "GET /secret": "hidden.peek" } }).file("client/table.ts");
  expect(table).toContain('name: "stock.list"');
  expect(table).toContain('name: "hidden.peek"');
});

test("types are named by the document's name", () => {
  expect(emit({ types: { Pet: "Animal" } }).file("types/openapi.ts")).toContain("export type Animal =");
});

test.each([
  [{ tags: ["admin"] }, ["pets_all", "secret"]],
  [{ paths: ["/admin"] }, ["pets_all", "secret"]],
  [{ paths: ["/adm"], operations: [] }, undefined],
  [{ operations: ["audits", "GET /pets"] }, ["secret"]],
  [{ internal: true }, ["pets_all", "audits"]],
])("omit %j leaves %j", (omit, expected) => {
  if (expected === undefined) expect(() => ids({ omit })).toThrow('omit.paths: the document has nothing for "/adm"');
  else expect(ids({ omit })).toEqual(expected);
});

test("schemas leave with the last operation that uses them, those that nothing used stay", () => {
  const types = emit({ omit: { tags: ["admin"], internal: true } }).file("types/openapi.ts");
  expect(types).not.toMatch(/Audit|Actor/);
  expect(types).toMatch(/type Pet = [\s\S]*type Unused = /);
  expect(emit({ omit: { tags: ["admin"] } }).file("types/openapi.ts")).toContain("type Actor =");
});

test("enums are unions, open, or constants as well", () => {
  expect(emit({}).file("types/openapi.ts")).toContain('type Status = "in-stock" | "sold";');
  expect(emit({ enums: "open" }).file("types/openapi.ts")).toContain('"in-stock" | "sold" | (string & {})');
  const { file } = emit({ enums: "object" });
  expect(file("types/index.ts")).toContain(
    'export const Status = {\n  inStock: "in-stock",\n  sold: "sold",\n} as const;',
  );
  expect(file("client/index.ts")).toContain('export { Status } from "../types/index.ts";');
});

test("addresses of the configuration take the place of the document's servers", () => {
  const tree = emit({
    name: "acme",
    environments: { production: "https://api.test", sandbox: "https://sandbox.test" },
  });
  expect(tree.file("client/index.ts")).toContain('readonly server?: "production" | "sandbox" | undefined;');
  expect(tree.file("client/index.ts")).toContain("server: options.server ?? environment");
  expect(tree.file("client/table.ts")).toMatch(/servers: \{\s*production: \{ url: "https:\/\/api.test" \},/);
});

test("constants have the names and descriptions that the document gives to values, of numbers, too", () => {
  const enums = {
    Level: { type: "integer", enum: [0, 1, 2, 3], "x-enum-varnames": ["None", "Low", "Low", "3"] },
    Mode: {
      type: "string",
      enum: ["r", "w", "w"],
      "x-enumNames": ["Read", "Write"],
      "x-enum-descriptions": ["Reads."],
    },
    Plain: { type: "integer", enum: [1, 2] },
  };
  const text = JSON.stringify({ ...DOCUMENT, components: { schemas: { ...DOCUMENT.components.schemas, ...enums } } });
  const file = emitTree(text, "pets.json", { config: { enums: "object" } }).get("types/index.ts") ?? "";
  expect(file).toContain('export const Level = {\n  None: 0,\n  Low: 1,\n  _2: 2,\n  "3": 3,\n} as const;');
  expect(file).toMatch(/const Mode = \{\n {2}\/\*\* Reads\. \*\/\n {2}Read: "r",\n {2}Write: "w",\n\}/);
  expect(file).not.toContain("const Plain");
});

test("headers accompany every request", () => {
  expect(emit({ headers: { "x-team": "a" } }).file("client/table.ts")).toContain('headers: { "x-team": "a" }');
});

test("pagination is as the configuration says, or not at all", () => {
  const page = { kind: "offset", parameter: "from", items: ["stock"] } as const;
  const { file } = emit({ pagination: { "GET /pets": page } });
  expect(file("client/table.ts")).toContain('page: { kind: "offset", parameter: "from", items: ["stock"] }');
  expect(file("client/client.ts")).toContain("ListPromise<");
  expect(emit({ pagination: { pets_all: false } }).file("client/client.ts")).not.toContain("ListPromise");
  expect(() => emit({ pagination: { other: false } })).toThrow('pagination: the document has nothing for "other"');
});

test("retries are defaults of the client's option", () => {
  expect(emit({ retry: { limit: 1 } }).file("client/index.ts")).toContain("const retry = { limit: 1 };");
});

test("answers are checked by the schemas of the emitter zod, which has to be there", () => {
  const entry = emit({ validate: true, emitters: [zod()] }).file("client/index.ts");
  expect(entry).toContain('import { responses } from "../zod/index.ts";');
  expect(entry).toMatch(/return withValidation\(.*, responses\);/);
  expect(emit({ emitters: [zod()] }).file("client/index.ts")).not.toContain("withValidation");
  expect(() => emit({ validate: true })).toThrow("validate: requires the emitter zod");
});

test("parts that are not asked for are not there, nor are their packages", () => {
  const { files, file } = emit({ parts: ["client"] });
  expect([...files.keys()].filter((path) => /^(testing|operations|try)/.test(path))).toEqual([]);
  expect(JSON.parse(file("package.json")).dependencies).toEqual({ "@svc/client": expect.any(String) });
  expect([...emit({ parts: [] }).files.keys()].some((path) => path.startsWith("client/"))).toBe(false);
});

test("emitters add files, with their packages and modules, and none that is there already", () => {
  const own = (path: string) => ({
    name: "own",
    emit: () => new Map([[path, "text"]]),
    dependencies: { left: "^1.0.0" },
    entries: ["own/index"],
  });
  const { file } = emit({ emitters: [own("own/index.ts")] });
  expect(file("own/index.ts")).toBe("text");
  const manifest = JSON.parse(file("package.json"));
  expect([manifest.dependencies.left, manifest.exports["./own"].default]).toEqual(["^1.0.0", "./dist/own/index.js"]);
  expect(() => emit({ emitters: [own("client/table.ts")] })).toThrow("written by the emitters client and own");
  for (const path of ["../x.ts", "/x.ts", "a/../x", ""])
    expect(() => emit({ emitters: [own(path)] })).toThrow("no path");
});

test.each([
  [{ nam: "x" }, /c: nam: unknown option; there are spec, out, name/],
  [{ name: 1 }, /c: name: expected a non-empty string/],
  [{ dates: "date" }, /c: dates: expected "string", "Date"/],
  [{ int64: "BigInt" }, /c: int64: expected "number", "string", "bigint"/],
  [{ validate: "zod" }, /c: validate: expected true, false/],
  [{ enums: "enum" }, /c: enums: expected "union", "open", "object"/],
  [{ methods: { a: "x y" } }, /c: methods: expected an object of dotted names/],
  [{ environments: { a: "ftp://x" } }, /c: environments: expected/],
  [{ pagination: { a: { kind: "page", items: [], next: () => 1 } } }, /c: pagination: expected/],
  [{ headers: { a: "é" } }, /c: headers: expected/],
  [{ omit: { tag: [] } }, /c: omit.tag: unknown option/],
  [{ retry: { limit: -1 } }, /c: retry.limit: expected a number from 0/],
  [{ parts: ["fake"] }, /c: parts: expected a list of client, testing, docs/],
  [{ emitters: [{}] }, /c: emitters: expected/],
  [undefined, /c: expected a default export/],
])("%j is refused", (config, message) => {
  expect(() => checkConfig(config, "c")).toThrow(message);
});

const folder = mkdtempSync(join(tmpdir(), "svc-config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const API = new URL("../index.ts", import.meta.url);

test("a configuration is TypeScript, needs no installed package, and leaves nothing behind", async () => {
  const text =
    'import { type Config, defineConfig } from "@svc/codegen";\nconst config: Config = { name: "acme" };\nexport default defineConfig(config);\n';
  writeFileSync(join(folder, "svc.config.ts"), text);
  expect(await loadConfig(folder, undefined, API)).toEqual({ config: { name: "acme" }, folder, text });
  expect(readdirSync(folder)).toEqual(["svc.config.ts"]);
});

test("a configuration that is missing or broken is told", async () => {
  expect(await loadConfig(tmpdir(), undefined, API)).toBeUndefined();
  await expect(loadConfig(folder, "other.ts", API)).rejects.toThrow("other.ts: there is no such file.");
  writeFileSync(join(folder, "broken.ts"), 'throw new Error("no");');
  await expect(loadConfig(folder, "broken.ts", API)).rejects.toThrow("cannot be run: no");
});
