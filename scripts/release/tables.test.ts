import { expect, test } from "vitest";
import { formatTable } from "./tables.ts";

test("columns are as wide as their widest value, and numbers stand on the right", () => {
  expect(
    formatTable(
      ["name", "n", "note"],
      [
        ["a", 5, ""],
        ["longer", 10, "x"],
      ],
    ),
  ).toBe("name     n  note\na        5\nlonger  10  x\n");
});
