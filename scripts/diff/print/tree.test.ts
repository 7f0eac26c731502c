import { expect, test } from "vitest";
import { createStyle } from "../../toolkit/terminal.ts";
import { type Edited, petDocument } from "../policy/pet-document.ts";
import { diff } from "../policy/policy-case.ts";
import { printTree } from "./tree.ts";

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
  expect(printTree(found, createStyle(false)).split("\n")).toEqual([
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

test("no difference is one line", () => {
  expect(
    printTree(
      difference(() => {}),
      createStyle(false),
    ),
  ).toBe("level: none (no difference)");
});

test("colour changes nothing but colour", () => {
  const found = difference((d) => delete d.paths["/pets"]);
  const coloured = printTree(found, createStyle(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(printTree(found, createStyle(false)));
  expect(coloured).toContain("\u001b[");
});

test("text of a document cannot draw on the terminal", () => {
  const found = difference((d) => {
    d.components.schemas.Pet.properties["evil\u001b[2J\nname\u202e"] = { type: "string", enum: ["\u001b]0;x\u0007"] };
    d.components.schemas["Pet"].required.push("evil\u001b[2J\nname\u202e");
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  expect(printTree(found, createStyle(false)).replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test("of many operations only the number is told", () => {
  const now = petDocument();
  now.components.schemas.Pet.description = "x";
  const { changes, level } = diff(petDocument(), now);
  const [first] = changes;
  if (first === undefined) throw new Error("No change.");
  const many = { ...first, operations: ["a", "b", "c", "d"] };
  expect(printTree({ level, changes: [many] }, createStyle(false))).toMatch(/, 4 operations$/);
});
