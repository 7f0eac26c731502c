import { expect, test } from "vitest";
import { copyOf, type Edited, petDocument } from "../../test/support/pet-document.ts";
import { diff } from "../../test/support/policy-case.ts";
import { PLAIN, printTree } from "./tree.ts";

function difference(edit: (document: Edited) => void) {
  const now = petDocument();
  edit(now);
  return diff(petDocument(), now);
}

test("changes are grouped by place, and the level comes last", () => {
  const found = difference((d) => {
    delete d.components.schemas.Pet.properties.nick;
    d.components.schemas.Pet.properties.name.description = "Other";
    d.paths["/pets"].get.deprecated = true;
  });
  expect(printTree(found, PLAIN).split("\n")).toEqual([
    "level: major (1 major, 1 minor, 1 patch)",
    "",
    "schema Pet",
    "├─ major response: Property `Pet.nick` (string) is gone. [compile, fixture]",
    "│  #/components/schemas/Pet/properties/nick, createPet, getPet, listPets",
    "└─ patch The description of `Pet.name` changes.",
    "   #/components/schemas/Pet/properties/name, createPet, getPet, listPets",
    "",
    "GET /pets",
    "└─ minor Method `pets.list` is now marked as deprecated.",
    "   #/paths/~1pets/get, listPets",
  ]);
});

test("many changes of one kind are one list, a line each", () => {
  const found = difference((d) => {
    for (const name of ["A", "B", "C", "D", "E", "F"]) d.components.schemas[name] = { type: "string" };
    d.paths["/pets"].get.deprecated = true;
  });
  expect(printTree(found, PLAIN).split("\n").slice(2)).toEqual([
    "6 new types",
    ...["A", "B", "C", "D", "E"].map((name) => `├─ minor New type \`${name}\`.`),
    "└─ minor New type `F`.",
    "",
    "GET /pets",
    "└─ minor Method `pets.list` is now marked as deprecated.",
    "   #/paths/~1pets/get, listPets",
  ]);
});

test("what all of a list say is said in its title", () => {
  const found = difference((d) => (d.paths["/pets"].get.deprecated = true));
  const renamed = copyOf(found);
  renamed.changes = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    ...found.changes[0],
    rule: "operation-id-renamed",
    message: `The operation of \`${name}.list\` is now called "${name}/list", not "${name}_list": in hooks.`,
  }));
  expect(printTree(renamed, PLAIN).split("\n").slice(2, 4)).toEqual([
    "6 operations with another id: in hooks.",
    '├─ minor The operation of `a.list` is now called "a/list", not "a_list"',
  ]);
});

test("what a whole path declares stands below the path", () => {
  const found = difference((d) => (d.paths["/pets"]["x-svc-resource"] = { id: "id" }));
  expect(printTree(found, PLAIN)).toContain("\npath /pets\n");
});

test("no difference is one line", () => {
  expect(
    printTree(
      difference(() => {}),
      PLAIN,
    ),
  ).toBe("level: none (no difference)");
});

test("colour changes nothing but colour", () => {
  const found = difference((d) => delete d.paths["/pets"]);
  const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
  const coloured = printTree(found, { good: red, bad: red, accent: red, dim: red, strong: red });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(printTree(found, PLAIN));
  expect(coloured).toContain("\u001b[");
});

test("text of a document cannot draw on the terminal", () => {
  const found = difference((d) => {
    d.components.schemas.Pet.properties["evil\u001b[2J\nname\u202e"] = { type: "string", enum: ["\u001b]0;x\u0007"] };
    d.components.schemas["Pet"].required.push("evil\u001b[2J\nname\u202e");
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  expect(printTree(found, PLAIN).replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test("of many operations only the number is told", () => {
  const now = petDocument();
  now.components.schemas.Pet.description = "x";
  const { changes, level } = diff(petDocument(), now);
  const [first] = changes;
  if (first === undefined) throw new Error("No change.");
  const many = { ...first, operations: ["a", "b", "c", "d"] };
  expect(printTree({ level, changes: [many] }, PLAIN)).toMatch(/, 4 operations$/);
});
