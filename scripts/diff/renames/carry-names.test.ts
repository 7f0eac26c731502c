import * as emit from "@svc/codegen/emit";
import { createModel, type Model } from "@svc/model";
import { describe, expect, test } from "vitest";
import { checkFiles } from "../compiler/virtual-program.ts";
import { compareModels } from "../diff-documents.ts";
import { copyOf, type Edited } from "../policy/pet-document.ts";
import { bump, levels, RELEASED, renameSchema } from "./bump-document.ts";

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

const RUNTIME = `
  export interface CallOptions {}
  export interface SvcPromise<T> extends Promise<T> {}
  export interface Builder<T> { (overrides?: object): T }
  export interface ListBuilder<T> { (count: number): T[] }
  export interface BuilderTools<Args> { args<Id extends keyof Args>(id: Id): Args[Id] }
  export interface Arbitrary<T> { generate(): T }
`;
const TARGET = {
  sdk: emit.DEFAULT_NAME,
  banner: "" as emit.Target["banner"],
  types: "./index.ts",
  clientRuntime: "./runtime.ts",
  downloadRuntime: "",
  webhookRuntime: "",
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
    const model = createModel(bump(edit).document);
    expect(compareModels(RELEASED, model).level).toBe("major");
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
