import { compareModels } from "@svc/diff";
import { bump, RELEASED, renameSchema } from "@svc/diff/test-support/bump-document";
import type { Edited } from "@svc/diff/test-support/pet-document";
import { createModel, type Model } from "@svc/model";
import { describe, expect, test } from "vitest";
import { emitClientInterface } from "../emit/client/client-interface.ts";
import { emitClientTable } from "../emit/client/client-table.ts";
import { DEFAULT_NAME } from "../emit/sdk-name.ts";
import type { Target } from "../emit/target.ts";
import { emitArbitraryTypes, emitBuilderTypes, emitOperationTypes } from "../emit/testing/fake-types.ts";
import { emitOpenApiTypes, emitTypeAliases } from "../emit/types/types.ts";
import { PUBLISHED } from "../generate.ts";
import { md, ts } from "../quote/index.ts";
import { checkFiles } from "./virtual-program.ts";

const RUNTIME = `
  export interface CallOptions {}
  export interface SvcPromise<T> extends Promise<T> {}
  export interface Builder<T> { (overrides?: object): T }
  export interface ListBuilder<T> { (count: number): T[] }
  export interface BuilderTools<Args, Types> { args<Id extends keyof Args>(id: Id): Args[Id] }
  export interface Arbitrary<T> { generate(): T }
`;
const TARGET = {
  sdk: DEFAULT_NAME,
  banner: ts``,
  markdownBanner: md``,
  types: "./index.ts",
  runtimes: { ...PUBLISHED, client: "./runtime.ts", testing: "./runtime.ts", arbitrary: "./runtime.ts" },
} satisfies Target;

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
    ["/index.ts", emitTypeAliases(model, TARGET)],
    ["/openapi.ts", emitOpenApiTypes(model, TARGET)],
    ["/client.ts", emitClientInterface(model, TARGET)],
    ["/builders.ts", emitBuilderTypes(model, TARGET)],
    ["/arbitraries.ts", emitArbitraryTypes(model, TARGET)],
    ["/operations.ts", emitOperationTypes(model, TARGET)],
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
    expect(bumped.changes.filter(({ labels }) => labels.includes("compile"))).toEqual([]);
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
  const table = emitClientTable(model, TARGET);
  expect(table.match(/name: "(?:animals\.all|pets\.list)"/g)).toEqual(['name: "animals.all"', 'name: "pets.list"']);
  const client = emitClientInterface(model, TARGET);
  expect(client).toContain("/** @deprecated Use `animals.all`: the name in the document has changed. */");
  expect(client).toContain("export type PetsListParams = AnimalsAllParams;");
});
