import { expect, test } from "vitest";
import { runSteps } from "./run-steps.ts";
import type { Screen, Step, StepOutcome, StepResult } from "./step.ts";

test("steps run in their order, and each result counts one check", async () => {
  const { screen, log } = recordingScreen();
  const results = await runSteps([step("a"), step("b", { ok: false, note: "bad" })], { screen, now: () => 0 });
  expect(log).toEqual(["start a", "end a", "start b", "end b"]);
  expect(results.map(({ name, passed, failed }) => [name, passed, failed])).toEqual([
    ["a", 1, 0],
    ["b", 0, 1],
  ]);
});

test("a failure does not keep later steps from running", async () => {
  const { screen } = recordingScreen();
  const results = await runSteps([step("a", { ok: false }), step("b")], { screen });
  expect(results.map((result) => result.ok)).toEqual([false, true]);
});

test("with stopOnFailure nothing starts after a failure", async () => {
  const { screen, log } = recordingScreen();
  const results = await runSteps([step("a", { ok: false }), step("b")], { screen, stopOnFailure: true });
  expect(results.map((result) => result.name)).toEqual(["a"]);
  expect(log).not.toContain("start b");
});

test("a step whose need failed is not run and counts as failed", async () => {
  const { screen, log } = recordingScreen();
  const results = await runSteps([step("a", { ok: false }), { ...step("b"), needs: ["a"] }], { screen });
  expect(results[1]).toMatchObject({ ok: false, failed: 1, note: 'not run, because "a" failed' });
  expect(log).not.toContain("start b");
});

test("a step that throws failed, with the error as its output", async () => {
  const { screen } = recordingScreen();
  const broken: Step = { name: "a", run: () => Promise.reject(new Error("no such file")) };
  const [result] = await runSteps([broken], { screen });
  expect(result).toMatchObject({ ok: false, failed: 1 });
  expect(result?.output).toContain("no such file");
});

test("no more steps run at a time than allowed, and a step waits for what it needs", async () => {
  const { screen, log } = recordingScreen();
  const gates = { a: gate(), b: gate(), c: gate() };
  const run = runSteps(
    [
      { name: "a", run: () => gates.a.promise },
      { name: "b", needs: ["a"], run: () => gates.b.promise },
      { name: "c", run: () => gates.c.promise },
    ],
    { screen, concurrency: 2 },
  );
  expect(log).toEqual(["start a", "start c"]);
  gates.a.resolve({ ok: true });
  gates.b.resolve({ ok: true });
  gates.c.resolve({ ok: true });
  expect((await run).map((result) => result.name)).toEqual(["a", "b", "c"]);
  expect(log.indexOf("start b")).toBeGreaterThan(log.indexOf("end a"));
});

test("a need that is not before its step is refused", async () => {
  const { screen } = recordingScreen();
  await expect(runSteps([{ ...step("a"), needs: ["b"] }, step("b")], { screen })).rejects.toThrow('"a" needs "b"');
});

function step(name: string, outcome: StepOutcome = { ok: true }): Step {
  return { name, run: () => Promise.resolve(outcome) };
}

function gate(): PromiseWithResolvers<StepOutcome> {
  return Promise.withResolvers<StepOutcome>();
}

function recordingScreen(): { screen: Screen; log: string[] } {
  const log: string[] = [];
  const screen: Screen = {
    started: (name) => void log.push(`start ${name}`),
    finished: (result: StepResult) => void log.push(`end ${result.name}`),
    close: () => {},
  };
  return { screen, log };
}
