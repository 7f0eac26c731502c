import { createModel, type Model, type NameLedger } from "@svc/model";
import { describe, expect, test } from "vitest";
import * as emit from "../../codegen/emit/index.ts";
import { writeLedger } from "../../codegen/name-ledger.ts";
import { checkFiles } from "../compiler/virtual-program.ts";
import { diffDocuments } from "../diff-documents.ts";
import { copyOf, type Edited, petDocument } from "../policy/pet-document.ts";

const ledgerOf = (model: Model): NameLedger => JSON.parse(writeLedger(model)) as NameLedger;
const RELEASED = createModel(petDocument());

/** What a bump makes of an edited document: the difference, the new model and its ledger. */
function bump(edit: (document: Edited) => void, names: NameLedger = ledgerOf(RELEASED), old: Edited = petDocument()) {
  const now = copyOf(old);
  edit(now);
  const { new: model, ...difference } = diffDocuments(
    { document: old, file: "old" },
    { document: now, file: "new" },
    { names },
  );
  return { ...difference, model, ledger: ledgerOf(model), document: now };
}

function renameSchema(from: string, to: string) {
  return (d: Edited) => {
    const text = JSON.stringify(d).replaceAll(`#/components/schemas/${from}"`, `#/components/schemas/${to}"`);
    Object.assign(d, JSON.parse(text));
    d.components.schemas[to] = d.components.schemas[from];
    delete d.components.schemas[from];
  };
}

const levels = ({ changes }: ReturnType<typeof bump>) => changes.map(({ rule, level }) => `${rule} ${level}`);

describe("a rename keeps the old name as an alias, and is minor", () => {
  test("of an operation id: same method and path", () => {
    const bumped = bump((d) => (d.paths["/pets"].get.operationId = "allPets"));
    expect(levels(bumped)).toEqual(["operation-id-renamed minor"]);
    expect(bumped.ledger.operations).toMatchObject({ allPets: "pets.list" });
    expect(bumped.ledger.aliases).toEqual({ operations: { listPets: "allPets" } });
  });

  test("of a method by x-svc-method", () => {
    const bumped = bump((d) => (d.paths["/pets"].get["x-svc-method"] = "animals.all"));
    expect(levels(bumped)).toEqual(["method-renamed minor"]);
    expect(bumped.changes[0]?.message).toBe(
      "Method `pets.list` is now called `animals.all`. The old name stays as a deprecated alias.",
    );
    expect(bumped.ledger.aliases).toEqual({ methods: { "pets.list": "listPets" } });
  });

  test("of a schema, also of one that another renamed one refers to", () => {
    const bumped = bump((d) => {
      renameSchema("Pet", "Animal")(d);
      renameSchema("Cat", "Feline")(d);
    });
    expect(levels(bumped)).toEqual(["schema-renamed minor", "schema-renamed minor"]);
    expect(bumped.ledger.aliases).toEqual({
      types: { Cat: "Feline", Pet: "Animal" },
      schemas: { Cat: "Feline", Pet: "Animal" },
    });
  });

  test("of a schema that no operation leads to", () => {
    expect(levels(bump(renameSchema("Owner", "Person")))).toEqual(["schema-renamed minor"]);
  });

  test("of a type by x-svc-name", () => {
    const bumped = bump((d) => (d.components.schemas.Pet["x-svc-name"] = "Animal"));
    expect(levels(bumped)).toEqual(["schema-renamed minor"]);
    expect(bumped.ledger.aliases).toEqual({ types: { Pet: "Pet" } });
  });
});

describe("what is no certain rename is none", () => {
  test.each<[string, (document: Edited) => void]>([
    [
      "another structure",
      (d) => {
        renameSchema("Problem", "Failure")(d);
        d.components.schemas.Failure.properties.code = { type: "integer" };
      },
    ],
    [
      "two schemas that could be it",
      (d) => {
        renameSchema("Owner", "Person")(d);
        d.components.schemas.Human = copyOf(d.components.schemas.Person);
      },
    ],
    [
      "other places",
      (d) => {
        d.components.schemas.Failure = copyOf(d.components.schemas.Problem);
        d.components.schemas.Mistake = d.components.schemas.Problem;
        delete d.components.schemas.Problem;
        const at = (responses: Edited, status: string, name: string) =>
          (responses[status].content["application/json"].schema = { $ref: `#/components/schemas/${name}` });
        at(d.paths["/pets"].post.responses, "422", "Failure");
        at(d.paths["/pets/{petId}"].get.responses, "404", "Mistake");
      },
    ],
  ])("%s", (_, edit) => {
    const bumped = bump(edit);
    expect(bumped.level).toBe("major");
    expect(bumped.ledger.aliases).toBeUndefined();
  });
});

describe("aliases", () => {
  const first = bump((d) => {
    renameSchema("Owner", "Person")(d);
    d.paths["/pets"].get.operationId = "allPets";
  });

  test("stay in later versions, and follow what is renamed again", () => {
    const second = bump(
      (d) => {
        renameSchema("Person", "Human")(d);
        d.paths["/pets"].get.operationId = "everyPet";
      },
      first.ledger,
      first.document,
    );
    expect(levels(second)).toEqual(["schema-renamed minor", "operation-id-renamed minor"]);
    expect(second.ledger.aliases).toEqual({
      operations: { allPets: "everyPet", listPets: "everyPet" },
      types: { Owner: "Human", Person: "Human" },
      schemas: { Owner: "Human", Person: "Human" },
    });
  });

  test("give way to a real name, which is major", () => {
    const second = bump(
      (d) => {
        d.components.schemas.Owner = { type: "object", properties: { id: { type: "integer" } } };
        d.paths["/owners"] = { get: { operationId: "listPets", responses: { 200: { description: "All" } } } };
      },
      first.ledger,
      first.document,
    );
    expect(second.changes.filter(({ level }) => level === "major").map(({ message }) => message)).toEqual([
      "The deprecated name `Owner` of `Person` is gone, or is another one's now.",
      'The deprecated name `components["schemas"]["Owner"]` of `Person` is gone, or is another one\'s now.',
      "The deprecated name `listPets` of `pets.list` is gone, or is another one's now.",
    ]);
    expect(second.ledger.aliases).toBeUndefined();
  });

  test("of what leaves the document leave with it", () => {
    const second = bump((d) => void delete d.components.schemas.Person, first.ledger, first.document);
    expect(second.ledger.aliases).toEqual({ operations: { listPets: "allPets" } });
  });
});

/** An operation of one path, with parameters as the path has them. */
function added(path: string, method = "get", more: object = {}): (document: Edited) => void {
  return (d) => {
    const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const responses = { 200: { description: "It", content: { "application/json": { schema: { type: "object" } } } } };
    d.paths[path] = { ...d.paths[path], [method]: { parameters, responses, ...more } };
  };
}

/** Pets, and operations whose ids are derived. */
function underivedDocument(): Edited {
  const document = petDocument();
  for (const path of ["/jobs/{job_id}", "/sessions/{session_id}/cookies", "/health"]) added(path)(document);
  added("/jobs/{job_id}", "delete")(document);
  return document;
}

const OLD = underivedDocument();
const CURRENT = ledgerOf(createModel(OLD));

describe("an addition renames nothing, and is minor", () => {
  test.each<[string, (document: Edited) => void, string]>([
    ["a path without the parameter", added("/sessions/cookies"), "sessions.cookies.getWithoutId"],
    ["a collection above its items", added("/jobs"), "jobs.list"],
    ["an action on the collection", added("/jobs", "delete"), "jobs.deleteWithoutId"],
    ["a path with one more parameter", added("/health/{part}"), "health.getByPart"],
    [
      "an operation id that was derived for another",
      added("/status", "get", { operationId: "health_get" }),
      "status.get",
    ],
    ["a wish for another's name", added("/status", "get", { "x-svc-method": "health.get" }), "status.get"],
  ])("%s", (_, edit, name) => {
    for (const names of [CURRENT, { operations: CURRENT.operations, schemas: CURRENT.schemas }]) {
      const bumped = bump(edit, names, OLD);
      expect(bumped.changes.map(({ level, message }) => `${level} ${message.split("(")[0]}`)).toEqual([
        `minor New method \`${name}\` `,
      ]);
      expect(bumped.ledger.operations).toMatchObject(CURRENT.operations);
      expect(bumped.ledger.routes).toMatchObject(CURRENT.routes ?? {});
    }
  });

  test("also in later versions, and where parameters of paths are called otherwise", () => {
    const first = bump(added("/sessions/cookies"), CURRENT, OLD);
    const second = bump(
      (d) => {
        delete d.paths["/sessions/{session_id}/cookies"];
        added("/sessions/{id}/cookies")(d);
      },
      first.ledger,
      first.document,
    );
    expect(second.changes.map(({ rule }) => rule)).toEqual(["path-parameter-renamed"]);
    expect(second.ledger.operations).toEqual(first.ledger.operations);
    expect(second.ledger.routes).toMatchObject({ "GET /sessions/{id}/cookies": "sessions_cookies_get" });
    expect(ledgerOf(createModel(second.document, { names: second.ledger }))).toEqual(second.ledger);
  });

  test("a schema that is called as the plural of another", () => {
    const bumped = bump((d) => (d.components.schemas.Owners = { type: "array", items: { type: "string" } }));
    expect(levels(bumped)).toEqual(["schema-added minor"]);
    expect(bumped.ledger.builders).toMatchObject({ Owner: "owner", Owners: "ownersData" });
    expect(bumped.ledger.listBuilders).toMatchObject({ Owner: "owners" });
    expect(bumped.ledger.listBuilders).not.toHaveProperty("Owners");
    expect(ledgerOf(createModel(bumped.document, { names: bumped.ledger }))).toEqual(bumped.ledger);
  });

  test("of what another one renames at the same time, not even the alias", () => {
    const bumped = bump(
      (d) => {
        d.paths["/health"].get["x-svc-method"] = "alive";
        d.paths["/sessions/{session_id}/cookies"].get.operationId = "cookies";
        added("/health/{part}")(d);
        added("/sessions/cookies")(d);
        renameSchema("Owner", "Person")(d);
        d.components.schemas.Owners = { type: "object", properties: { total: { type: "integer" } } };
      },
      CURRENT,
      OLD,
    );
    expect(bumped.level).toBe("minor");
    expect(bumped.ledger.aliases).toEqual({
      methods: { "health.get": "health_get" },
      operations: { sessions_cookies_get: "cookies" },
      types: { Owner: "Person" },
      schemas: { Owner: "Person" },
    });
    expect(bumped.ledger.builders).toMatchObject({ Owners: "ownersData" });
  });
});

test("an id that moves to another path takes no method name along", () => {
  const bumped = bump((d) => {
    d.paths["/pets"].get.operationId = "allPets";
    added("/a", "get", { operationId: "listPets" })(d);
  });
  expect(bumped.ledger.operations).toMatchObject({ allPets: "pets.list", listPets: "a.get" });
  expect(levels(bumped)).toEqual(["operation-id-renamed major", "operation-added minor"]);
});

test("a builder that is not called after its type stays as an alias when the type is renamed", () => {
  const first = bump((d) => (d.components.schemas.Owners = { type: "array", items: { type: "string" } }));
  const second = bump(renameSchema("Owners", "Household"), first.ledger, first.document);
  expect(levels(second)).toEqual(["schema-renamed minor"]);
  expect(second.ledger.aliases).toMatchObject({ types: { Owners: "Household" }, builders: { Owners: "ownersData" } });
  expect(second.model.schemas["Household"]?.formerNames).toEqual([{ typeName: "Owners", builderName: "ownersData" }]);
  expect(ledgerOf(createModel(second.document, { names: second.ledger }))).toEqual(second.ledger);
});

const RUNTIME = `
  export interface CallOptions {}
  export interface SvcPromise<T> extends Promise<T> {}
  export interface Builder<T> { (overrides?: object): T }
  export interface ListBuilder<T> { (count: number): T[] }
  export interface BuilderTools<Args> { args<Id extends keyof Args>(id: Id): Args[Id] }
  export interface Arbitrary<T> { generate(): T }
`;
const TARGET = {
  banner: "" as emit.Target["banner"],
  types: "./index.ts",
  clientRuntime: "./runtime.ts",
  testingRuntime: "./runtime.ts",
  arbitraryRuntime: "./runtime.ts",
  modelTypes: "./runtime.ts",
  paginates: false,
} satisfies emit.Target;

/** A program that uses every kind of name that is renamed below. */
const PROGRAM = `
  import type { Arbitraries } from "./arbitraries.ts";
  import type { Builders } from "./builders.ts";
  import type { Operations, PetsListParams } from "./client.ts";
  import type { components, operations, Pet } from "./index.ts";
  import type { OperationId, OperationTypes } from "./operations.ts";
  declare const svc: Operations; declare const build: Builders; declare const arbitrary: Arbitraries;
  export const params: PetsListParams = { limit: 10 };
  export const list: Promise<Pet[]> = svc.pets.list(params);
  export const pet: Pet = build.pet();
  export const pets: components["schemas"]["Pet"][] = build.pets(2);
  export const made: Pet = arbitrary.pet().generate();
  export const answer: OperationTypes["listPets"]["response"] = pets;
  export const id: OperationId = "listPets";
  export const args = svc.pets.list(...build.args("listPets"));
  export type Query = operations["listPets"]["parameters"]["query"];
`;

function errorsOf(model: Model): string[] {
  const files = new Map<string, string>([
    ["/platform.d.ts", "declare interface Blob {} declare interface ReadableStream<T> { t: T }"],
    ["/runtime.ts", RUNTIME],
    ["/index.ts", emit.emitTypeAliases(model, TARGET)],
    ["/openapi.ts", emit.emitOpenApiTypes(model, TARGET)],
    ["/client.ts", emit.emitClientInterface(model, TARGET)],
    ["/builders.ts", emit.emitBuilderTypes(model, TARGET)],
    ["/arbitraries.ts", emit.emitArbitraryTypes(model, TARGET)],
    ["/operations.ts", emit.emitOperationTypes(model, TARGET)],
    ["/program.ts", PROGRAM],
  ]);
  const checked = [...files.keys()].filter((file) => file !== "/platform.d.ts");
  return checkFiles(files, checked).flatMap((errors, index) =>
    errors.map(({ reasons }) => `${checked[index]} ${reasons.join(" ")}`),
  );
}

describe("the compiler", () => {
  const edit = (d: Edited) => {
    renameSchema("Pet", "Animal")(d);
    Object.assign(d.paths["/pets"].get, { operationId: "allPets", "x-svc-method": "animals.all" });
  };

  test("accepts a program that uses the old names, as the rules say", () => {
    expect(errorsOf(RELEASED)).toEqual([]);
    const bumped = bump(edit);
    expect(bumped.level).toBe("minor");
    expect(errorsOf(bumped.model)).toEqual([]);
  });

  test("refuses it where no alias is kept, as the rules say", () => {
    const { level, new: model } = diffDocuments(
      { document: petDocument(), file: "old" },
      { document: bump(edit).document, file: "new" },
    );
    expect(level).toBe("major");
    expect(errorsOf(model).length).toBeGreaterThan(5);
  });
});

test("an alias is a row of the client's table and a deprecated member, with nothing but names in it", () => {
  const { model } = bump((d) => (d.paths["/pets"].get["x-svc-method"] = "animals.all"));
  const table = emit.emitClientTable(model, TARGET);
  expect(table.match(/name: "(?:animals\.all|pets\.list)"/g)).toEqual(['name: "animals.all"', 'name: "pets.list"']);
  const client = emit.emitClientInterface(model, TARGET);
  expect(client).toContain("/** @deprecated Use `animals.all`: the name in the document has changed. */");
  expect(client).toContain("export type PetsListParams = AnimalsAllParams;");
});

test("a document without renames has no aliases in its ledger", () => {
  expect(bump((d) => void delete d.components.schemas.Owner).ledger).not.toHaveProperty("aliases");
});
