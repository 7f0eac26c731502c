import { expect, test } from "vitest";
import { budgetFor, type Figures, overBudget, surfaceDifferences } from "./figures.ts";

const FIGURES: Figures = {
  name: "@svc/x",
  version: "1.0.0",
  files: 10,
  packed: 2000,
  unpacked: 9001,
  dependencies: ["@svc/types"],
  exports: { ".": { create: "declare function create(): void;", Options: "interface Options {}" } },
};

test("a package within the budget made for it has no finding", () => {
  expect(overBudget(FIGURES, { "@svc/x": budgetFor(FIGURES) })).toEqual([]);
});

test("a budget leaves a tenth for growth, in whole kilobytes", () => {
  expect(budgetFor(FIGURES)).toMatchObject({ files: 11, packed: 3000, unpacked: 10_000 });
});

test("each limit that is exceeded is a finding", () => {
  const budget = { ...budgetFor(FIGURES), files: 9, packed: 1999 };
  expect(overBudget(FIGURES, { "@svc/x": budget })).toEqual([
    "@svc/x: files is 10, the budget 9",
    "@svc/x: packed is 2000, the budget 1999",
  ]);
});

test("a dependency that came or went is a finding, and so is a package without a budget", () => {
  const budget = { ...budgetFor(FIGURES), dependencies: ["yaml"] };
  expect(overBudget(FIGURES, { "@svc/x": budget })).toEqual([
    "@svc/x: dependency @svc/types is new",
    "@svc/x: dependency yaml is missing",
  ]);
  expect(overBudget(FIGURES, {})).toEqual(["@svc/x has no budget"]);
});

test("an export that came, went, or is declared differently is a finding", () => {
  const surface = {
    "@svc/x": { ".": { create: "declare function create(): number;", Old: "" }, "./more": { more: "" } },
  };
  expect(surfaceDifferences(FIGURES, surface)).toEqual([
    "@svc/x .: export Options is new",
    "@svc/x .: export Old is missing",
    "@svc/x .: export create is declared differently",
    "@svc/x ./more: export more is missing",
  ]);
});
