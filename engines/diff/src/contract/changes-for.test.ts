import type { Contract, UsedOperation } from "@svc/model";
import { expect, test } from "vitest";
import { type Edited, petDocument } from "../../test/support/pet-document.ts";
import { diffDocuments } from "../diff-documents.ts";
import { createPlaceFinder } from "../find-place.ts";
import { changesFor } from "./changes-for.ts";

const contractOf = (operations: { readonly [id: string]: Partial<UsedOperation> }): Contract => ({
  contract: 1,
  operations: Object.fromEntries(
    Object.entries(operations).map(([id, used]) => [
      id,
      { route: "", parameters: [], request: [], responses: {}, ...used },
    ]),
  ),
});

/** Rules of the changes that a contract's users notice. */
function noticed(contract: Contract, edit: (document: Edited) => void): string[] {
  const [old, now] = [petDocument(), petDocument()];
  edit(now);
  const {
    old: before,
    new: after,
    ...difference
  } = diffDocuments({ document: old, file: "old" }, { document: now, file: "new" });
  const find = { old: createPlaceFinder(old), new: createPlaceFinder(now) };
  expect(difference.changes).not.toEqual([]);
  return changesFor(contract, difference, { old: before, new: after, find }).changes.map(({ rule }) => rule);
}

const readsNick = contractOf({ getPet: { responses: { 200: ["/nick"] } } });
const readsName = contractOf({ getPet: { responses: { 200: ["/name"] } } });
const adds = contractOf({ createPet: { request: ["", "/name"], responses: { 201: [] } } });

const removeNick = (document: Edited): void => void delete document.components.schemas.Pet.properties.nick;
test("a field that is gone concerns those who read it", () => {
  expect(noticed(readsNick, removeNick)).toEqual(["property-removed"]);
  expect(noticed(readsName, removeNick)).toEqual([]);
  expect(noticed(adds, removeNick)).toEqual([]);
});

test("a field that becomes required concerns those who send the object, also without the field", () => {
  const edit = (document: Edited): void => {
    document.components.schemas.NewPet.properties.size = { type: "string" };
    document.components.schemas.NewPet.required.push("size");
  };
  expect(noticed(adds, edit)).toEqual(["property-required-added"]);
  expect(noticed(readsName, edit)).toEqual([]);
});

test("an operation that is gone concerns those who call it; one whose id changes is still found", () => {
  const remove = (document: Edited): void => void delete document.paths["/pets/{petId}"];
  expect(noticed(readsNick, remove)).toEqual(["operation-removed"]);
  expect(noticed(adds, remove)).toEqual([]);
  const rename = (document: Edited): void => {
    document.paths["/pets/{petId}"].get.operationId = "findPet";
    removeNick(document);
  };
  expect(noticed(readsNick, rename)).toContain("property-removed");
  expect(noticed(readsName, rename)).not.toContain("property-removed");
});

test("a parameter concerns those who send it; a required one that is added, all who call the operation", () => {
  const add = (document: Edited): void => {
    document.paths["/pets/{petId}"].get.parameters.push({
      name: "when",
      in: "query",
      required: true,
      schema: { type: "string" },
    });
  };
  expect(noticed(readsName, add)).toEqual(["parameter-required-added"]);
  expect(noticed(adds, add)).toEqual([]);
});

test("servers concern everybody", () => {
  const move = (document: Edited): void => {
    document.servers[0].url = "https://other.example";
  };
  expect(noticed(readsName, move)).not.toEqual([]);
});
