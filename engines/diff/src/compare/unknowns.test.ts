import { expect, test } from "vitest";
import { type Edited, petDocument } from "../../test/support/pet-document.ts";
import { diff } from "../../test/support/policy-case.ts";

const marked = (): Edited => {
  const document = petDocument();
  document.paths["/pets"].get["x-svc-unknown"] = ["The order."];
  document.components.schemas.Pet["x-svc-unknown"] = ["Which fields may be null."];
  document.info["x-svc-unknown"] = ["The limits."];
  return document;
};

/** Messages about what is unknown after an edit. */
function told(edit: (document: Edited) => void): string[] {
  const now = marked();
  edit(now);
  return diff(marked(), now)
    .changes.filter(({ rule }) => rule.startsWith("unknown-"))
    .map(({ message }) => message);
}

test("a remark that is gone from a place that is there was answered", () => {
  expect(told((d) => delete d.paths["/pets"].get["x-svc-unknown"])).toEqual(["No longer unknown: The order."]);
  expect(told((d) => delete d.info["x-svc-unknown"])).toEqual(["No longer unknown: The limits."]);
});

test("a remark that is gone together with its operation or type was not", () => {
  expect(told((d) => delete d.paths["/pets"].get)).toEqual([]);
  expect(
    told((d) => {
      d.paths = {};
      delete d.components.schemas.Pet;
    }),
  ).toEqual([]);
});

test("a remark moves along with a schema that is renamed", () => {
  const rename = (d: Edited): void => {
    d.components.schemas.Animal = d.components.schemas.Pet;
    delete d.components.schemas.Pet;
    Object.assign(d, JSON.parse(JSON.stringify(d).replaceAll('schemas/Pet"', 'schemas/Animal"')));
  };
  expect(told(rename)).toEqual([]);
});

test("a remark moves along with its operation", () => {
  const move = (d: Edited): void => {
    d.paths["/animals"] = d.paths["/pets"];
    delete d.paths["/pets"];
  };
  expect(told(move)).toEqual([]);
  expect(
    told((d) => {
      move(d);
      d.paths["/animals"].get["x-svc-unknown"] = ["The size of a page."];
    }),
  ).toEqual(["Marked as unknown: The size of a page.", "No longer unknown: The order."]);
});
