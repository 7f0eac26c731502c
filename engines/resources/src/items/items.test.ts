import { expect, test } from "vitest";
import { createCells, type Item, noteRemoved } from "./items.ts";

const item: Item = { serial: 1, fields: { text: "x".repeat(1000) }, extra: { more: "y" }, version: 1 };

test("paths that were only read are forgotten, those with items are kept", () => {
  const cells = createCells();
  const boxes = { key: "/boxes/{}/items" };
  const made = cells.open(boxes, ["kept"]);
  made.items.set("i1", item);
  for (let index = 0; index < 30_000; index++) cells.open(boxes, [`b${index}`]);
  expect(cells.all(boxes).length).toBeLessThanOrEqual(10_001);
  expect(cells.find(boxes, ["kept"])).toBe(made);
  expect(cells.find(boxes, ["b29999"])).toBeDefined();
});

test("of an item that was removed its fields are not kept", () => {
  const cell = createCells().open({ key: "/items" }, []);
  noteRemoved(cell, "i1", { ...item, isMadeUp: true });
  expect(cell.removed.get("i1")).toEqual({ serial: 1, fields: {}, extra: {}, version: 1, isMadeUp: true });
});
