import { describe, expect, test } from "vitest";
import { bump, levels, renameSchema } from "../../test/support/bump-document.ts";
import { copyOf, type Edited } from "../../test/support/pet-document.ts";

describe("a rename keeps the old name as an alias, and is minor, unless programs read the name", () => {
  test("of an operation id: same method and path", () => {
    const bumped = bump((d) => (d.paths["/pets"].get.operationId = "allPets"));
    expect(levels(bumped)).toEqual(["operation-id-renamed major"]);
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
    expect(levels(second)).toEqual(["operation-id-renamed major", "schema-renamed minor"]);
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

test("a document without renames has no aliases in its ledger", () => {
  expect(bump((d) => void delete d.components.schemas.Owner).ledger).not.toHaveProperty("aliases");
});
