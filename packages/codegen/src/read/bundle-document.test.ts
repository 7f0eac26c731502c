import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModel, findOperation, formatRepair, repairDocument } from "@svc/model";
import { afterAll, expect, test } from "vitest";
import { bundleDocument } from "./bundle-document.ts";
import { prepareDocument } from "./prepare-document.ts";
import { createFileReader } from "./read-files.ts";

const scratch = mkdtempSync(join(tmpdir(), "svc-bundle-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function reader(files: { readonly [path: string]: unknown }) {
  return (path: string): string | undefined => (Object.hasOwn(files, path) ? JSON.stringify(files[path]) : undefined);
}

const INFO = { openapi: "3.0.3", info: { title: "t", version: "1" } };

const DOCUMENT = {
  ...INFO,
  paths: { "/pets": { $ref: "./paths/pets.json#/pets" } },
  components: { schemas: { Tag: { type: "string" } } },
};

const FILES = {
  "paths/pets.json": {
    pets: {
      get: {
        operationId: "listPets",
        parameters: [{ $ref: "../common.json#/limit" }],
        responses: {
          "200": {
            description: "Done",
            content: { "application/json": { schema: { type: "array", items: { $ref: "../schemas/Pet.json" } } } },
          },
        },
      },
    },
  },
  "schemas/Pet.json": {
    type: "object",
    properties: {
      parent: { $ref: "#" },
      friend: { $ref: "Pet.json" },
      tag: { $ref: "../openapi.json#/components/schemas/Tag" },
      label: { $ref: "../common.json#/Tag" },
    },
  },
  "common.json": {
    limit: { name: "limit", in: "query", schema: { type: "integer" } },
    Tag: { type: "integer" },
  },
};

test("a document in several files is one document", () => {
  const bundled = bundleDocument(DOCUMENT, { file: "/somewhere/openapi.json", readFile: reader(FILES) });
  const model = createModel(bundled, { strict: true });
  expect(findOperation(model.operations, "listPets")?.parameters.map(({ name }) => name)).toEqual(["limit"]);
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(model.schemas["Pet"]?.schema.properties).toEqual({
    parent: ref("Pet"),
    friend: ref("Pet"),
    tag: ref("Tag"),
    label: ref("common_Tag"),
  });
  expect(model.schemas["common_Tag"]?.schema).toEqual({ type: "integer" });
});

test("components that are references give their names, also where whole maps are in other files", () => {
  const files = {
    "paths/_index.json": { "/users/{id}": { $ref: "user.json" } },
    "paths/user.json": {
      get: {
        operationId: "getUser",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { $ref: "responses.json" },
      },
    },
    "paths/responses.json": {
      "200": { description: "Done", content: { "application/json": { schema: { $ref: "../schemas/User.json" } } } },
    },
    "info.json": INFO.info,
    "servers.json": { test: { url: "https://test.example.com" } },
    "components.json": { schemas: { $ref: "schemas/_index.json" } },
    "schemas/_index.json": { User: { $ref: "User.json" }, Team: { $ref: "./Team.json" }, Owner: { $ref: "User.json" } },
    "schemas/roles.json": ["owner", "guest"],
    "schemas/User.json": {
      type: "object",
      properties: { role: { enum: { $ref: "roles.json" } }, team: { $ref: "_index.json#/Team" }, boss: { $ref: "#" } },
    },
    "schemas/Team.json": { type: "object", properties: { owner: { $ref: "_index.json#/Owner" } } },
  };
  const document = {
    ...INFO,
    info: { $ref: "info.json" },
    servers: [{ $ref: "servers.json#/test" }],
    paths: { $ref: "paths/_index.json" },
    components: { $ref: "components.json" },
  };
  const bundled = bundleDocument(document, { file: "openapi.json", readFile: reader(files) });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(bundled).toMatchObject({
    paths: {
      "/users/{id}": { get: { responses: { 200: { content: { "application/json": { schema: ref("User") } } } } } },
    },
    components: {
      schemas: {
        User: {
          type: "object",
          properties: { role: { enum: ["owner", "guest"] }, team: ref("Team"), boss: ref("User") },
        },
        Team: { type: "object", properties: { owner: ref("User") } },
        Owner: ref("User"),
      },
    },
  });
  expect(Object.keys(createModel(bundled, { strict: true }).schemas)).toEqual(["User", "Team", "Owner"]);
});

test("what a file does not have is repaired like what the document does not have", () => {
  const document = bundleDocument(DOCUMENT, {
    file: "openapi.json",
    readFile: reader({ ...FILES, "common.json": {} }),
  });
  const repaired = repairDocument(document);
  expect(repaired.findings).toEqual([]);
  expect(repaired.repairs.map(formatRepair)).toContainEqual(
    expect.stringMatching(/repaired: "#\/common\.json#\/.*" leads nowhere in this document/),
  );
});

test("references to files that are not there lead nowhere: any value, told and not refused", () => {
  const schemas = { S: { $ref: "there.json" }, T: { $ref: "missing.json#/T" }, U: { $ref: "missing.json" } };
  const document = JSON.stringify({ ...INFO, paths: { "/a": { $ref: "missing.yaml" } }, components: { schemas } });
  const { document: read } = prepareDocument(document, "a.json", {
    readFile: reader({ "there.json": { type: "string" } }),
  });
  const repaired = repairDocument(read, { file: "a.json" });
  expect(repaired.findings).toEqual([]);
  const told = repaired.repairs.map(formatRepair).filter((line) => line.includes("leads nowhere"));
  expect(told).toHaveLength(3);
  expect(repaired.document).toMatchObject({ paths: { "/a": {} }, components: { schemas: { T: {}, U: {} } } });
});

test("a file that cannot be read is named", () => {
  const document = { ...INFO, paths: { "/a": { $ref: "secret.yaml" } } };
  const readFile = (): never => {
    throw new Error("that is not a file");
  };
  expect(() => bundleDocument(document, { file: "a.json", readFile })).toThrow(
    /a\.json#\/paths\/~1a\/\$ref: refers to "secret\.yaml", and that is not a file/,
  );
});

test.each([
  "http://127.0.0.1/a.json",
  "https://a.example/a.json",
  "file:///etc/a.json",
  "/etc/a.json",
  "//a.example/a.json",
  "../a.json",
  "a/../../a.json",
  "%2e%2e/a.json",
  "..\\a.json",
  "/etc/passwd",
])("%s is not read, and stays for the checks to refuse", ($ref) => {
  const document = { ...INFO, paths: {}, components: { schemas: { S: { $ref } } } };
  const readFile = (): never => {
    throw new Error("nothing is read");
  };
  const bundled = bundleDocument(document, { file: "a.json", readFile });
  expect(bundled).toEqual(document);
  expect(() => createModel(bundled)).toThrow(/is outside this document/);
});

test("path items that lead to each other end in a refusal", () => {
  const document = { ...INFO, paths: { "/a": { $ref: "a.json" } } };
  const files = { "a.json": { $ref: "b.json" }, "b.json": { $ref: "a.json" } };
  expect(() => bundleDocument(document, { file: "d.json", readFile: reader(files) })).toThrow(/leads back to itself/);
});

test("maps that each hold the next one twice are refused", () => {
  const twice = (properties: object): object => ({ type: "object", properties });
  const map = (next: object): object => ({ a: twice(next), b: twice(next) });
  const names = Array.from({ length: 40 }, (_, index) => `${index}.json`);
  const files = Object.fromEntries(names.map((name, index) => [name, map({ $ref: names[index + 1] ?? "end.json" })]));
  const document = { ...INFO, paths: {}, components: { schemas: { S: twice({ $ref: "0.json" }) } } };
  const readFile = reader({ ...files, "end.json": { c: { type: "string" } } });
  expect(() => bundleDocument(document, { file: "d.json", readFile })).toThrow(/more than 1000000 objects/);
});

test("a link that leads out of the folder is not followed", () => {
  const folder = join(scratch, "folder");
  mkdirSync(join(folder, "inside"), { recursive: true });
  writeFileSync(join(scratch, "secret.json"), "{}");
  writeFileSync(join(folder, "inside/a.json"), "{}");
  symlinkSync(join(scratch, "secret.json"), join(folder, "link.json"));
  const readFile = createFileReader(folder);
  expect(readFile("inside/a.json")).toBe("{}");
  expect(() => readFile("link.json")).toThrow(/outside the document's folder/);
  expect(() => readFile("../secret.json")).toThrow(/outside the document's folder/);
  expect(() => readFile("inside")).toThrow(/not a file/);
  expect(readFile("none.json")).toBeUndefined();
});
