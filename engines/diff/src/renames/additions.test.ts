import { createModel } from "@svc/model";
import { describe, expect, test } from "vitest";
import { addOperation, bump, ledgerOf, levels, renameSchema } from "../../test/support/bump-document.ts";
import { type Edited, petDocument } from "../../test/support/pet-document.ts";

/** Pets, and operations whose ids are derived. */
function underivedDocument(): Edited {
  const document = petDocument();
  for (const path of ["/jobs/{job_id}", "/sessions/{session_id}/cookies", "/health"]) addOperation(path)(document);
  addOperation("/jobs/{job_id}", "delete")(document);
  return document;
}

const OLD = underivedDocument();
const CURRENT = ledgerOf(createModel(OLD));

describe("an addition renames nothing, and is minor", () => {
  test.each<[string, (document: Edited) => void, string]>([
    ["a path without the parameter", addOperation("/sessions/cookies"), "sessions.cookies.getWithoutId"],
    ["a collection above its items", addOperation("/jobs"), "jobs.list"],
    ["an action on the collection", addOperation("/jobs", "delete"), "jobs.deleteWithoutId"],
    ["a path with one more parameter", addOperation("/health/{part}"), "health.getByPart"],
    [
      "an operation id that was derived for another",
      addOperation("/status", "get", { operationId: "health_get" }),
      "status.get",
    ],
    ["a wish for another's name", addOperation("/status", "get", { "x-svc-method": "health.get" }), "status.get"],
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
    const first = bump(addOperation("/sessions/cookies"), CURRENT, OLD);
    const second = bump(
      (d) => {
        delete d.paths["/sessions/{session_id}/cookies"];
        addOperation("/sessions/{id}/cookies")(d);
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
        addOperation("/health/{part}")(d);
        addOperation("/sessions/cookies")(d);
        renameSchema("Owner", "Person")(d);
        d.components.schemas.Owners = { type: "object", properties: { total: { type: "integer" } } };
      },
      CURRENT,
      OLD,
    );
    expect(bumped.changes.filter(({ level }) => level === "major").map(({ rule }) => rule)).toEqual([
      "operation-id-renamed",
    ]);
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
    addOperation("/a", "get", { operationId: "listPets" })(d);
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
