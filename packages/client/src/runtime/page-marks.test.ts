import { expect, test } from "vitest";
import { createMarks } from "./page-marks.ts";

test("10,000 marks are remembered; one more, and all are forgotten", () => {
  const isNew = createMarks();
  const marks = Array.from({ length: 10_000 }, (_, index) => `m${index}`);
  expect([marks.every(isNew), marks.some(isNew)]).toEqual([true, false]);
  expect([isNew("one more"), isNew("m0"), isNew("one more")]).toEqual([true, true, false]);
});

test("long marks are forgotten before there are as many", () => {
  const isNew = createMarks();
  const long = "x".repeat(1_000_000);
  expect([1, 2, 3, 4, 5].map((at) => isNew(`${at}${long}`))).toEqual([true, true, true, true, true]);
  expect([isNew(`5${long}`), isNew(`1${long}`)]).toEqual([false, true]);
});
