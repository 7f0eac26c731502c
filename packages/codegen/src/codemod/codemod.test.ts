import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffDocuments } from "@svc/diff";
import { copyOf, type Edited, petDocument } from "@svc/diff/test-support/pet-document";
import { createModel } from "@svc/model";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DEFAULT_NAME, emitClientInterface, emitOpenApiTypes, emitTypeAliases, type Target } from "../emit/index.ts";
import { ts as code } from "../quote/index.ts";
import { changesBetween } from "./command.ts";
import { findMentions } from "./find-mentions.ts";
import { isGeneratedFile } from "./old-names.ts";
import { programsOf } from "./programs-of-page.ts";
import { readProgram, readSources } from "./read-program.ts";
import { rewrite } from "./rewrite.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-codemod-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Types of the small document as an installed package: what users' code is written against. */
beforeAll(() => {
  const model = createModel(petDocument());
  const dist = join(folder, "node_modules/@svc/client/dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "../package.json"), '{ "name": "@svc/client", "types": "./dist/index.ts" }');
  writeFileSync(join(dist, "openapi.ts"), emitOpenApiTypes(model, TARGET));
  writeFileSync(join(dist, "types.ts"), emitTypeAliases(model, TARGET));
  writeFileSync(join(dist, "runtime.ts"), RUNTIME);
  writeFileSync(join(dist, "client.ts"), emitClientInterface(model, TARGET));
  writeFileSync(join(dist, "index.ts"), INDEX);
  // What `raw` is, as the client has it.
  const fetchClient = join(import.meta.dirname, "../../../client/node_modules/openapi-fetch");
  symlinkSync(realpathSync(fetchClient), join(folder, "node_modules/openapi-fetch"));
});

const INDEX = `import type { Client } from "openapi-fetch";
import type { Operations } from "./client.ts";
import type { paths } from "./openapi.ts";
export type SvcClient = Operations & { readonly raw: Client<paths> };
export type * from "./types.ts";
`;

const TARGET: Target = {
  banner: code``,
  sdk: DEFAULT_NAME,
  types: "./types.ts",
  clientRuntime: "./runtime.ts",
  paginates: false,
  testingRuntime: "",
  arbitraryRuntime: "",
  downloadRuntime: "",
  uploadRuntime: "",
  webhookRuntime: "",
  modelTypes: "",
};
const RUNTIME = `export interface CallOptions { readonly signal?: AbortSignal }
export type SvcPromise<T> = Promise<T>;
export type DurationInput = string;
`;

const CODE = `import type { Owner, SvcClient } from "@svc/client";

export async function names(svc: SvcClient, { limit }: { limit: number }): Promise<string[]> {
  const pets = await svc.pets.list({ limit, tags: ["a"] });
  const own = { nick: "not of the service" };
  await svc.pets.create({ name: own.nick, status: "here", nick: "n" });
  return pets.map(({ nick, name }) => nick ?? name).concat(pets.map((pet) => pet.nick ?? ""));
}

export const list = (svc: SvcClient) => { const { pets } = svc; return pets.list; };
export const owner = (given: Owner): string => given.name;
export const get = (svc: SvcClient) => svc.pets.get("p1");
`;

/** Mentions that no type explains, among names that only look like them. */
const UNTYPED = `// \`svc.pets.get\` gives what a nick, or \`nick\`, is for; xpets.get does not.
import "./pets.get.js";
export const texts = ["pets.get", \`see pets.get \${1}\`, "petsXget", { nick: 1 }];
export const read = (given: any) => given.ageInYears ?? given.ageInYearsOr;
`;

afterEach(() => rmSync(join(folder, "app"), { recursive: true }));

function codemod(
  edit: (document: Edited) => void,
  code: string = CODE,
  old: Edited = petDocument(),
  { name = "names.ts", exemplary = false } = {},
) {
  const file = join(folder, "app", name);
  mkdirSync(join(folder, "app"), { recursive: true });
  writeFileSync(file, code);
  const now = copyOf(old);
  edit(now);
  const changes = changesBetween(
    diffDocuments({ document: old, file: "old" }, { document: now, file: "new" }),
    exemplary,
  );
  const { names } = changes;
  const { code: files } = readSources([join(folder, "app")]);
  const program = readProgram(files, new Map());
  expect(program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ messageText }) => messageText)).toEqual([]);
  const result = rewrite(program, { files, ...changes, isGenerated: isGeneratedFile("@svc") });
  const text = result.files.get(file) ?? code;
  const before = code.split("\n");
  return {
    lines: text.split("\n").filter((line) => !before.includes(line)),
    left: result.left.map(({ line, text: at, message }) => `${line}: ${at}: ${message}`),
    inText: (words: string) => findMentions(words, names).map(({ line, message }) => `${line}: ${message}`),
    kept: readFileSync(file, "utf8") === code,
  };
}

const list = (d: Edited): Edited => d.paths["/pets"].get;

test("a renamed method is called by its new name; where it is reached by a part of it, it is listed", () => {
  const { lines, left, kept } = codemod((d) => (list(d)["x-svc-method"] = "animals.all"));
  expect(lines).toEqual(['  const pets = await svc.animals.all({ limit, tags: ["a"] });']);
  expect(left).toEqual([
    "10: pets.list: Method `pets.list` is now called `animals.all`. The old name stays as a deprecated alias.",
  ]);
  expect(kept).toBe(true);
});

test("a renamed parameter is passed by its new name, also where its value had the old one", () => {
  const { lines } = codemod((d) => (list(d).parameters[0].name = "page_limit"));
  expect(lines).toEqual(['  const pets = await svc.pets.list({ page_limit: limit, tags: ["a"] });']);
});

const BY_PATH = `import type { SvcClient } from "@svc/client";
export const raw = async ({ raw }: SvcClient, petId: string, limit: number) => {
  await raw.GET("/pets", { params: { query: { limit } } });
  await raw.POST("/pets", { body: { name: "n", status: "here", nick: "o" } });
  return raw.GET("/pets/{petId}", { params: { path: { petId } } });
};
`;

test("a call by path follows its path, its parameters and the properties of its body", () => {
  const { lines, left } = codemod((d) => {
    list(d).parameters[0].name = "page_limit";
    const { properties } = d.components.schemas.NewPet;
    properties.nick_name = properties.nick;
    delete properties.nick;
    const { "/pets/{petId}": one } = d.paths;
    delete d.paths["/pets/{petId}"];
    d.paths["/pets/{pet_id}"] = JSON.parse(JSON.stringify(one).replaceAll('"petId"', '"pet_id"'));
  }, BY_PATH);
  expect(lines).toEqual([
    '  await raw.GET("/pets", { params: { query: { page_limit: limit } } });',
    '  await raw.POST("/pets", { body: { name: "n", status: "here", nick_name: "o" } });',
    '  return raw.GET("/pets/{pet_id}", { params: { path: { pet_id: petId } } });',
  ]);
  expect(left).toEqual([]);
});

test("a parameter that is expected of a call is called by its new name, beside the name of the method or operation", () => {
  const code = `import type { SvcClient } from "@svc/client";
declare const expect: (svc: SvcClient) => { toHaveReceived(name: string, call: object): void };
export const check = (svc: SvcClient, limit: number) => {
  expect(svc).toHaveReceived("pets.list", { query: { limit: 2 }, times: 1 });
  expect(svc).toHaveReceived("listPets", { query: { limit } });
  expect(svc).toHaveReceived("owners.list", { query: { limit } });
};
`;
  const { lines } = codemod((d) => (list(d).parameters[0].name = "page_limit"), code);
  expect(lines).toEqual([
    '  expect(svc).toHaveReceived("pets.list", { query: { page_limit: 2 }, times: 1 });',
    '  expect(svc).toHaveReceived("listPets", { query: { page_limit: limit } });',
  ]);
});

test("a path that only some of its operations have left stays in the calls by path", () => {
  const { lines } = codemod((d) => {
    d.paths["/animals"] = { get: list(d) };
    delete d.paths["/pets"].get;
  }, BY_PATH);
  expect(lines).toEqual([]);
});

test("a parameter that is required now has a place to fill in at each call, and one that is gone is taken out", () => {
  const { lines, left } = codemod((d) => {
    const { parameters } = list(d);
    parameters.splice(0, parameters.length, { name: "owner", in: "query", required: true, schema: { type: "string" } });
    d.paths["/pets/{petId}"].get.parameters = [
      ...(d.paths["/pets/{petId}"].get.parameters ?? []),
      { name: "view", in: "query", required: true, schema: { type: "integer" } },
    ];
  });
  expect(lines).toEqual([
    '  const pets = await svc.pets.list({ owner: FILL_IN /* string */, tags: ["a"] });',
    'export const get = (svc: SvcClient) => svc.pets.get("p1", { view: FILL_IN /* integer */ });',
  ]);
  expect(left).toEqual([
    "4: svc.pets.list: Parameter `owner` (string) is required now: fill it in.",
    "4: svc.pets.list: Parameter `tags` is gone.",
    "12: svc.pets.get: Parameter `view` (integer) is required now: fill it in.",
  ]);
});

test("names that a document makes up to be code are quoted", () => {
  const { lines } = codemod((d) => {
    for (const name of ["__proto__", "\u202e*/"])
      list(d).parameters.push({ name, in: "query", required: true, schema: { type: "string" } });
  });
  expect(lines[0]).toContain('["__proto__"]: FILL_IN /* string */, "\\u202e*/": FILL_IN /* string */');
});

test("examples are given a made-up value for a parameter that is required now", () => {
  const parameter = { name: "view", in: "query", required: true, schema: { type: "integer", minimum: 7, maximum: 7 } };
  const edit = (d: Edited) => d.paths["/pets/{petId}"].get.parameters.push(parameter);
  const { lines } = codemod(edit, CODE, petDocument(), { exemplary: true });
  expect(lines).toEqual(['export const get = (svc: SvcClient) => svc.pets.get("p1", { view: 7 });']);
});

test("what is required now stands on a line of its own where the others do, and a spread is left to people", () => {
  const code = `import type { SvcClient } from "@svc/client";
export const all = async (svc: SvcClient, given: Parameters<SvcClient["pets"]["list"]>) => [
  await svc.pets.list(...given),
  await svc.pets.list({
    limit: 1,
  }),
];
`;
  const { lines, left } = codemod((d) => {
    list(d).parameters.push({ name: "owner", in: "query", required: true, schema: { type: "string" } });
  }, code);
  expect(lines).toEqual(["    owner: FILL_IN /* string */,"]);
  expect(left).toEqual(
    [3, 4].map((line) => `${line}: svc.pets.list: Parameter \`owner\` (string) is required now: fill it in.`),
  );
});

test("a renamed property is read by its new name, and one of the same name elsewhere is not", () => {
  const { lines } = codemod((d) => {
    const { properties } = d.components.schemas.Pet;
    properties.nick_name = properties.nick;
    delete properties.nick;
  });
  expect(lines).toEqual([
    '  return pets.map(({ nick_name: nick, name }) => nick ?? name).concat(pets.map((pet) => pet.nick_name ?? ""));',
  ]);
});

test("a renamed type is imported by its new name", () => {
  const { lines } = codemod((d) => {
    d.components.schemas.Keeper = d.components.schemas.Owner;
    delete d.components.schemas.Owner;
  });
  expect(lines).toEqual([
    'import type { Keeper, SvcClient } from "@svc/client";',
    "export const owner = (given: Keeper): string => given.name;",
  ]);
});

test("a name of the user's own for a renamed type stays", () => {
  const code = `import type { Owner as Person } from "@svc/client";
export const owner = (given: Person): string => given.name;
`;
  const { lines } = codemod((d) => {
    d.components.schemas.Keeper = d.components.schemas.Owner;
    delete d.components.schemas.Owner;
    d.components.schemas.Pet.properties.owner = { $ref: "#/components/schemas/Keeper" };
  }, code);
  expect(lines).toEqual(['import type { Keeper as Person } from "@svc/client";']);
});

test("what breaks and is no rename is listed with the line of the changelog, at each use", () => {
  const { lines, left } = codemod((d) => {
    delete d.paths["/pets/{petId}"];
    delete d.components.schemas.NewPet.properties.nick;
    d.components.schemas.NewPet.properties.colour = { type: "integer" };
  });
  expect(lines).toEqual([]);
  expect(left).toEqual([
    "6: nick: Property `NewPet.nick` (string) is gone.",
    "12: svc.pets.get: Method `pets.get` (GET /pets/{petId}) is gone.",
  ]);
});

test("old names that no type explains are listed: in comments, texts and untyped values, not in look-alikes", () => {
  const old = petDocument();
  old.components.schemas.Pet.properties.ageInYears = { type: "integer" };
  const edit = (d: Edited) => {
    delete d.paths["/pets/{petId}"];
    const { properties } = d.components.schemas.Pet;
    properties.first_nick = properties.nick;
    delete properties.nick;
    delete properties.ageInYears;
  };
  const { lines, left, inText } = codemod(edit, UNTYPED, old);
  const gone = "Method `pets.get` (GET /pets/{petId}) is gone.";
  expect(lines).toEqual([]);
  expect(left.map((place) => place.replace(/: .*: (?=Method|`nick`|Property `Pet.age)/, ": "))).toEqual([
    `1: ${gone}`,
    "1: `nick` is now called `first_nick`. Property `Pet.nick` (string) is gone.",
    `3: ${gone}`,
    `3: ${gone}`,
    "4: Property `Pet.ageInYears` (number) is gone.",
  ]);
  expect(inText("# Pets\n\nCall `svc.pets.get(id)`.\nNo carpets.get, no pets.getAll.\n")).toEqual([`3: ${gone}`]);
  expect(inText("")).toEqual([]);
});

test("the name of a method as a text is renamed where its type lists the names of methods", () => {
  const code = `import type { SvcClient } from "@svc/client";
export const name: "pets.list" | "pets.get" = "pets.list";
export const say = (svc: SvcClient): string => "pets.list" + typeof svc;
`;
  const { lines, left } = codemod((d) => (list(d)["x-svc-method"] = "animals.all"), code);
  expect(lines).toEqual(['export const name: "pets.list" | "pets.get" = "animals.all";']);
  expect(left.map((place) => place.slice(0, 2))).toEqual(["2:", "3:"]);
});

test.for(["\n", "\r\n"])(
  "programs of a page are rewritten where they stand, one that goes on with what it began",
  (end) => {
    const page = [
      "# Pets",
      "",
      "```ts",
      'import type { SvcClient } from "@svc/client";',
      "export const all = (svc: SvcClient) => svc.pets.list();",
      "declare const svc: SvcClient;",
      "```",
      "",
      "Pages:",
      "",
      "```ts continued",
      "const pets = await svc.pets.list({ limit: 2 });",
      "```",
      "",
      "```sh",
      "curl pets.list",
      "```",
      "",
    ];
    const { lines, left } = codemod((d) => (list(d)["x-svc-method"] = "animals.all"), page.join(end), petDocument(), {
      name: "a.md",
    });
    expect(lines.map((line) => line.trimEnd())).toEqual([
      "export const all = (svc: SvcClient) => svc.animals.all();",
      "const pets = await svc.animals.all({ limit: 2 });",
    ]);
    expect(left).toEqual([]);
  },
);

test("a byte order mark stays, and names are replaced where they stand", () => {
  const { lines } = codemod((d) => (list(d)["x-svc-method"] = "animals.all"), `\ufeff${CODE}`);
  expect(lines).toEqual(['  const pets = await svc.animals.all({ limit, tags: ["a"] });']);
});

test("what is taken out goes with the names in it, and what is put in before a renamed key stays", () => {
  const code = `import type { Pet, SvcClient } from "@svc/client";
export const all = (svc: SvcClient, pet: Pet & { nick: string[] }) => [
  svc.pets.list({ tags: pet.nick, limit: 1 }),
  svc.pets.list({ limit: 1, tags: pet.nick }),
];
`;
  const { lines } = codemod((d) => {
    const { parameters } = list(d);
    const limit = { ...parameters[0], name: "page_limit" };
    const owner = { name: "owner", in: "query", required: true, schema: { type: "string" } };
    parameters.splice(0, parameters.length, limit, owner);
    const { properties } = d.components.schemas.Pet;
    properties.nick_name = properties.nick;
    delete properties.nick;
  }, code);
  const [first, second] = lines.map((line) => line.replaceAll(/\s+/g, " ").trim());
  expect(first).toBe("svc.pets.list({ owner: FILL_IN /* string */, page_limit: 1 }),");
  expect(second).toBe(first);
});

test("only files are read, and only those that can be written back as they were", () => {
  const [app, other] = [join(folder, "app"), join(folder, "other")];
  for (const path of [app, other, join(app, "folder.ts")]) mkdirSync(path, { recursive: true });
  writeFileSync(join(app, "own.ts"), "");
  writeFileSync(join(app, "latin-1.ts"), Buffer.from("// caf\u00e9", "latin1"));
  writeFileSync(join(other, "foreign.ts"), "");
  symlinkSync(other, join(app, "link"));
  symlinkSync("/dev/zero", join(app, "endless.ts"));
  const { code, left } = readSources([app, join(app, "own.ts")]);
  expect([...code.keys()]).toEqual([join(app, "own.ts")]);
  expect(left.map(({ file }) => file)).toEqual([join(app, "latin-1.ts")]);
});

test("pages of fences and lines of any length are read once", () => {
  mkdirSync(join(folder, "app"), { recursive: true });
  expect(programsOf("a.md", "```ts\n".repeat(100_000))).toEqual([]);
  const mentions = findMentions("`nick` ".repeat(100_000), [{ pattern: /nick/g, message: "gone" }]);
  expect(Math.max(...mentions.map(({ text }) => text.length))).toBeLessThan(201);
});

test("packages of a checkout are those of the scope", () => {
  const web = join(folder, "app/packages/web");
  mkdirSync(web, { recursive: true });
  writeFileSync(join(web, "package.json"), '{ "name": "web", "dependencies": { "@svc/client": "1" } }');
  expect(isGeneratedFile("@svc")(join(web, "src/email.ts"))).toBe(false);
  writeFileSync(join(web, "package.json"), '{ "name": "@svc/web" }');
  expect(isGeneratedFile("@svc")(join(web, "src/email.ts"))).toBe(false);
  expect(isGeneratedFile("@svc")(import.meta.filename.replace(/(?<=packages.).*/, "client/src/index.ts"))).toBe(true);
});
