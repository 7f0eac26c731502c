import { expect, test } from "vitest";
import { createVirtualClock } from "../clock/virtual-clock.ts";
import { createReload, REST_MS } from "./state-file.ts";

/** A reload of a file whose text the test sets; `applied` and `failed` show what became of it. */
function setUp() {
  const clock = createVirtualClock();
  const file = { text: "a" as string | undefined };
  const applied: string[] = [];
  const reports: (string | undefined)[] = [];
  const reload = createReload("a", {
    read: () => {
      if (file.text === undefined) throw new Error("gone");
      return file.text;
    },
    apply: (text) => {
      if (text.startsWith("bad")) throw new Error(text);
      applied.push(text);
    },
    report: (outcome) => reports.push((outcome?.error as Error | undefined)?.message),
    clock,
  });
  return { clock, file, applied, reports, reload };
}

test("several changes in a row load once, when the file rests", async () => {
  const { clock, file, applied, reload } = setUp();
  for (const text of ["b", "bc", "bcd"]) {
    file.text = text;
    reload.changed();
    await clock.advance(REST_MS - 1);
    expect(applied).toEqual([]);
  }
  await clock.advance(1);
  expect(applied).toEqual(["bcd"]);
});

test("the same text again is no change", async () => {
  const { clock, reload, applied, reports } = setUp();
  reload.changed();
  await clock.advance(REST_MS);
  expect([applied, reports]).toEqual([[], []]);
});

test("what cannot be used is told once, and the text of before is loaded again when it comes back", async () => {
  const { clock, file, applied, reports, reload } = setUp();
  for (const text of ["bad", "bad", "a"]) {
    file.text = text;
    reload.changed();
    await clock.advance(REST_MS);
  }
  expect([applied, reports]).toEqual([["a"], ["bad", undefined]]);
});

test("a file that is away for a moment is looked at again", async () => {
  const { clock, file, applied, reports, reload } = setUp();
  file.text = undefined;
  reload.changed();
  await clock.advance(REST_MS);
  file.text = "b";
  reload.changed();
  await clock.advance(REST_MS);
  expect([applied, reports]).toEqual([["b"], ["gone", undefined]]);
});

test("nothing is loaded after the end", async () => {
  const { clock, file, applied, reload } = setUp();
  file.text = "b";
  reload.changed();
  reload.stop();
  await clock.advance(REST_MS);
  expect(applied).toEqual([]);
});
