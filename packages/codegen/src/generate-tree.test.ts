import { readFileSync } from "node:fs";
import { type Finding, formatFinding } from "@svc/model";
import { expect, test } from "vitest";
import { RUNTIME_NAMES, sdkName } from "./emit/sdk-name.ts";
import { functions } from "./emitters/functions.ts";
import { emitTree } from "./generate-tree.ts";

const INFO = { openapi: "3.2.0", info: { title: "t", version: "1" } };
const json = (schema: object) => ({ description: "Done", content: { "application/json": { schema } } });

function emit(document: object, warnings: Finding[] = []) {
  const files = emitTree(JSON.stringify({ ...INFO, ...document }), "a.json", {
    onWarning: (warning) => warnings.push(warning),
  });
  return (path: string): string => files.get(path) ?? "";
}

test("redirects are the result where the document has no other", () => {
  const file = emit({
    paths: {
      "/a": {
        get: { operationId: "a", responses: { 303: json({ type: "string" }), default: json({ type: "object" }) } },
      },
      "/b": { get: { operationId: "b", responses: { 200: json({ type: "string" }), 304: { description: "Same" } } } },
      "/c": { get: { operationId: "c", responses: { default: json({ type: "number" }) } } },
    },
  });
  expect(file("client/table.ts").match(/redirect: true/g)).toHaveLength(1);
  expect(file("client/client.ts")).toMatch(/SvcPromise<string>[\s\S]*SvcPromise<string>[\s\S]*SvcPromise<number>/);
});

test("operation ids of any characters are looked up as they are declared", () => {
  const responses = { 200: json({ type: "object", properties: { a: { type: "string" } } }) };
  const file = emit({
    paths: {
      "/a": { get: { operationId: "files#shared", responses } },
      "/b": { get: { operationId: "files/shared", responses } },
      "/c": { get: { operationId: "files%2Fshared", responses } },
      "/d": { get: { operationId: "files%", responses } },
    },
  });
  for (const [name, id] of Object.entries({ A: "files#shared", B: "files/shared", C: "files%2Fshared", D: "files%" })) {
    expect(file("types/openapi.ts")).toContain(`get: operations["${id}"];`);
    expect(file("types/openapi.ts")).toContain(`"${id}": {`);
    expect(file("types/openapi.ts")).toContain(`"application/json": ${name}GetResponse;`);
    expect(file("client/client.ts")).toContain(`t.${name}GetResponse`);
  }
});

test("binary fields of multipart bodies are files, those of JSON are text", () => {
  const binary = { type: "string", format: "binary" };
  const form = { type: "object", properties: { file: binary, more: { type: "array", items: binary } } };
  const file = emit({
    components: { schemas: { Form: form, Other: { type: "object", properties: { data: binary } } } },
    paths: {
      "/a": {
        post: {
          requestBody: { content: { "multipart/form-data": { schema: { $ref: "#/components/schemas/Form" } } } },
          responses: { 200: json({ $ref: "#/components/schemas/Other" }) },
        },
      },
    },
  });
  expect(file("types/openapi.ts")).toMatch(/file\?: Blob \| File;\s+more\?: \(Blob \| File\)\[\];/);
  expect(file("types/openapi.ts")).toMatch(/data\?: string;/);
});

test("QUERY and methods without a field are called, TRACE and mutual TLS are told", () => {
  const warnings: Finding[] = [];
  const responses = { 200: json({ type: "string" }) };
  const file = emit(
    {
      components: { securitySchemes: { cert: { type: "mutualTLS" } } },
      security: [{ cert: [] }],
      paths: {
        "/a": {
          query: { operationId: "find", responses, requestBody: { content: { "application/json": { schema: {} } } } },
          trace: { operationId: "trace", responses },
          additionalOperations: { COPY: { responses } },
        },
      },
    },
    warnings,
  );
  expect(file("client/table.ts")).toMatch(/method: "QUERY"/);
  expect(file("client/table.ts")).toMatch(/method: "COPY"/);
  expect(file("client/table.ts")).not.toContain("cert");
  expect(file("types/openapi.ts")).toMatch(/^ {4}find: \{/m);
  expect(file("types/openapi.ts")).not.toMatch(/\\uE02|[\ue023\ue024]/);
  expect(warnings.map((warning) => formatFinding(warning).replace(/;.*/, ""))).toEqual([
    "a.json#/paths/~1a/trace: is TRACE, which fetch refuses to send",
    "a.json#/components/securitySchemes/cert: is mutual TLS, which the runtime's connections have or have not",
  ]);
});

test("a document of webhooks only has their types", () => {
  const body = {
    required: true,
    content: { "application/json": { schema: { type: "object", properties: { id: {} } } } },
  };
  const file = emit({
    webhooks: { newPet: { post: { requestBody: body, responses: { 200: { description: "Done" } } } } },
  });
  expect(file("types/openapi.ts")).toMatch(/export interface webhooks \{\s+newPet: \{[\s\S]*id\?: unknown;/);
});

test("webhooks and callbacks are typed by name, and verified as the document declares", () => {
  const content = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
  const responses = { 200: { description: "Done" } };
  const hook = (schema: object) => ({ post: { requestBody: content(schema), responses } });
  const document = {
    components: { schemas: { Pet: { type: "object", properties: { secret: { type: "string", writeOnly: true } } } } },
    paths: {
      "/a": {
        post: { operationId: "a", responses, callbacks: { "is done": { "{$url}": hook({ properties: { n: {} } }) } } },
      },
    },
    webhooks: {
      pet: hook({ $ref: "#/components/schemas/Pet" }),
      ping: { post: { responses } },
      csv: { post: { requestBody: { content: { "text/csv": {} } }, responses } },
    },
  };
  const file = emit({ ...document, "x-svc-webhook-signature": { header: "X-Sig" } });
  const client = file("client/webhooks.ts");
  expect(client).toMatch(
    /interface WebhookEvents \{\s+pet: t\.Pet;\s+ping: undefined;\s+\}\s[\s\S]*interface CallbackEvents \{\s+"a\.is done": NonNullable</,
  );
  expect(client).toContain('scheme: { header: "X-Sig" }');
  expect(client).not.toContain("csv");
  expect(file("types/openapi.ts")).toMatch(/"a\.is done": \{[\s\S]*n\?: unknown/);
  expect(file("types/openapi.ts")).not.toContain("secret");
  expect(file("testing/operations.ts")).toMatch(/interface WebhookTypes \{\s+pet: t\.Pet;/);
  const plain = emit({ paths: {}, "x-svc-webhook-signature": { header: "X-Sig" } })("client/webhooks.ts");
  expect(plain).toContain("type WebhookEvent = unknown;");
  expect(plain).not.toContain("import type * as t");
});

test.each<[value: object, pointer: string]>([
  [{}, '/x-svc-webhook-signature: has no "header"'],
  [{ header: "a b" }, "/x-svc-webhook-signature/header: "],
  [{ header: "a", hash: "md5" }, "/x-svc-webhook-signature/hash: "],
  [{ header: "a", time: "b" }, "/x-svc-webhook-signature/time: is not known here"],
])("a signature of webhooks like %j is refused", (value, message) => {
  expect(() => emit({ paths: {}, "x-svc-webhook-signature": value })).toThrow(message);
});

test("the client's entry has the types of schemas, but for those that are called like what it has", () => {
  const file = emit({ paths: {}, components: { schemas: { Pet: {}, ValidationError: {} } } });
  expect(file("client/index.ts")).toMatch(/export type \{ [^}]*\bPet \} from/);
  expect(file("client/index.ts")).not.toContain("ValidationError");
});

test("a tree carries the parts of the runtime that its document needs, and no others", () => {
  const limits = ["Limit", "Remaining", "Reset"].map((name) => [
    `X-RateLimit-${name}`,
    { schema: { type: "integer" } },
  ]);
  const responses = { 200: { ...json({ type: "string" }), headers: Object.fromEntries(limits) } };
  const plain = emit({ paths: { "/a": { get: { operationId: "a", responses } } } });
  expect(plain("client/extras.ts")).toMatch(
    /import \{ oneLimit, type Extras \}[\s\S]*extras: Extras = \{\s*limits: oneLimit,\s*\}/,
  );
  const requestBody = { content: { "text/plain": { schema: {} } } };
  const posting = emit({ paths: { "/a": { post: { operationId: "a", responses, requestBody } } } });
  expect(posting("client/extras.ts")).toMatch(/import \{ encodeBody, oneLimit, type Extras \} from/);
  expect(posting("client/extras.ts")).toMatch(/bodies: encodeBody,\s+limits: oneLimit,\s+\}/);
  expect(posting("client/index.ts")).toContain("createClientWith<Operations, paths>(table, options, extras)");
  const config = { emitters: [functions()] };
  const document = { ...INFO, paths: { "/a": { post: { operationId: "a", responses, requestBody } } } };
  const file = emitTree(JSON.stringify(document), "a.json", { config }).get("client/functions.ts");
  expect(file).toMatch(/\},\s+options,\s+\{ limits: oneLimit \},?\s*\);/);
  expect(file).toMatch(/\{ bodies: encodeBody \},?\s*\);/);
});

test("the names of the client's entry are known", () => {
  const source = readFileSync(new URL("../../client/src/runtime.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((name) => name.replace(/\btype\b/, "").trim())
      .filter((name) => name !== ""),
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(RUNTIME_NAMES, name).toContain(name);
});

test("thousands of operations and schemas that recurse deeply are generated", { timeout: 30_000 }, () => {
  const operation = { responses: { 200: { description: "Done" } } };
  const paths = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`/a${index}`, { get: operation }]));
  expect(JSON.parse(emit({ paths })("operations.json"))).toHaveLength(2_000);
  let deep: object = { $ref: "#/components/schemas/S" };
  for (let depth = 0; depth < 100; depth++) deep = { type: "object", properties: { next: deep } };
  expect(emit({ paths: {}, components: { schemas: { S: deep } } })("types/openapi.ts")).toContain("next?:");
});

test("an overlay action that selects nothing is told", () => {
  const warnings: Finding[] = [];
  const text = "overlay: 1.0.0\ninfo: { title: t, version: '1' }\nactions: [{ target: $.nowhere, remove: true }]\n";
  const overlays = [{ text, file: "o.yaml" }];
  emitTree(JSON.stringify({ ...INFO, paths: {} }), "a.json", {
    overlays,
    onWarning: (warning) => warnings.push(warning),
  });
  expect(warnings.map(formatFinding)).toEqual([
    expect.stringMatching(/^o\.yaml:3#\/actions\/0\/target: selects nothing/),
  ]);
});

test("a declaration that names what the document does not have is refused", () => {
  const NOTE = { type: "object", properties: { ref: { type: "string" } } };
  const notes = { get: { operationId: "a", responses: { 200: json({ type: "array", items: NOTE }) } } };
  const document = { ...INFO, paths: { "/notes": { "x-svc-resource": { id: "nr" }, ...notes } } };
  expect(() => emit(document)).toThrow(
    'a.json:1#/paths/~1notes/x-svc-resource/id: there is no field "nr"; there are ref',
  );
});

test("a tree has the downloads that its document declares, and no module without any", () => {
  const file = { url: "href", content: "bytes", mediaType: "text/csv", name: "report.csv", download: "downloadReport" };
  const report = {
    get: {
      operationId: "report",
      responses: { 200: json({ type: "object", properties: { href: { type: "string" } } }) },
    },
  };
  const declared = { kind: "singleton", extra: { bytes: { type: "content" } }, files: [file] };
  const downloads = (path: object) => emit({ paths: { "/report": path } })("client/downloads.ts");
  expect(downloads({ "x-svc-resource": declared, ...report })).toMatch(/export function downloadReport\(\s*svc: /);
  expect(downloads(report)).toBe("");
});

test("a tree has no module for what its document does not have, and exports what it has", () => {
  const hook = { post: { responses: { 200: { description: "Done" } } } };
  const [none, some] = [emit({ paths: {} }), emit({ paths: {}, webhooks: { pet: hook } })];
  for (const name of ["downloads", "uploads", "webhooks"]) expect(none(`client/${name}.ts`)).toBe("");
  const exported = (file: typeof none) => Object.keys(JSON.parse(file("package.json")).exports);
  const modules = [".", "./types", "./client", "./testing", "./testing/arbitrary"];
  const others = ["./client/functions", "./package.json"];
  expect(exported(none)).toEqual([...modules, ...others]);
  expect(exported(some)).toEqual([...modules.slice(0, 3), "./client/webhooks", ...modules.slice(3), ...others]);
  const document = JSON.stringify({ ...INFO, paths: {} });
  expect(emitTree(document, "a.json", { config: { emitters: [] } }).has("client/functions.ts")).toBe(false);
});

test("a client hands on the names of its runtime that its document has a use for", () => {
  const names = (get: object) => {
    const document = JSON.stringify({ ...INFO, paths: { "/pets": { get } } });
    const file = emitTree(document, "a.json", { sdk: sdkName("acme") }).get("client/index.ts") ?? "";
    return [...file.matchAll(/export (?:type )?\{([^}]*)\} from "@svc/g)].flatMap(
      ([, list = ""]) => list.match(/\w+/g) ?? [],
    );
  };
  const done = { 200: json({ type: "array", items: { type: "object", properties: { id: { type: "string" } } } }) };
  const plain = names({ responses: { 200: json({ type: "object" }) } });
  expect(plain).toEqual(expect.arrayContaining(["NotFoundError", "CallOptions", "AcmePromise"]));
  for (const name of ["WaiterError", "WaiterOptions", "StreamPromise", "UploadProgress", "ListPromise", "CloseOptions"])
    expect(plain).not.toContain(name);
  const parameters = ["page", "per_page"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  expect(names({ parameters, responses: done })).toEqual(expect.arrayContaining(["ItemOf", "ListPromise"]));
});

test("a tree of a large document has no long line, and speaks of nothing that the document does not have", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const list = (items: object) => ({ 200: json({ type: "array", items }) });
  const item = {
    type: "object",
    properties: { id: { type: "string" }, status: { type: "string", enum: ["on", "off"] } },
  };
  const parameters = Array.from({ length: 30 }, (_, index) => ({
    name: `filter_by_something_${index}`,
    in: "query",
    schema: { type: "string", enum: ["a", "b"] },
  }));
  const ref = { $ref: "#/components/schemas/T" };
  const paths = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      [`/things${index}`, { get: { parameters, responses: list(ref) } }],
      [`/things${index}/{id}`, { get: { parameters: [id], responses: { 200: json(ref) } } }],
      [`/things${index}/{id}/parts`, { get: { parameters: [id], responses: list(item) } }],
    ]).flat(),
  );
  const file = emit({ paths, components: { schemas: { T: item } } });
  const testing = ["model", "resources", "handles", "operations", "builders", "index"].map(
    (one) => `testing/${one}.ts`,
  );
  const client = ["client", "index", "functions", "table"].map((one) => `client/${one}.ts`);
  for (const path of [...client, "try.ts", "README.md", ...testing]) {
    const long = file(path).split("\n");
    expect([path, long.filter((line) => line.length > 140)]).toEqual([path, []]);
  }
  for (const path of testing) expect(file(path)).not.toMatch(/\{\s*\n\s*\}|\n{3}|personas/);
  expect(file("testing/model.ts")).toContain("readSharedJson(");
  expect(file("UNKNOWNS.md")).toBe("");
  expect(file("try.ts")).toContain("fake.client(");
});

test("a tree has a download for each operation that answers bytes, and an upload where one is declared", () => {
  const bytes = { content: { "image/png": { schema: { type: "string", format: "binary" } } } };
  const parameters = [{ name: "file", in: "path", required: true, schema: { type: "string" } }];
  const made = json({
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, to: { type: "string" } },
  });
  const schema = { type: "object", properties: { bytes: { type: "integer" }, note: { type: "string" } } };
  const requestBody = { content: { "application/json": { schema } } };
  const tree = emit({
    paths: {
      "/files": {
        "x-svc-resource": { kind: "collection", uploads: [{ url: "to", size: "bytes", upload: "sendFile" }] },
        post: { operationId: "files_create", requestBody, responses: { 201: made } },
      },
      "/files/{file}": { parameters, get: { operationId: "files_read", responses: { 200: made } } },
      "/files/{file}/image": { parameters, get: { operationId: "image", responses: { 200: bytes } } },
    },
  });
  expect(tree("client/downloads.ts")).toMatch(/\(\s*svc: DownloadClient,\s+fileValue: string \| number,\s+options/);
  expect(tree("client/uploads.ts")).toMatch(/export function sendFile\(\s*svc: [^;]*"bytes">[^;]*file: Blob/);
});
