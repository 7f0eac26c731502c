import { expect, test } from "vitest";
import { runSteps } from "./run-steps.ts";
import type { Step, StepOutcome } from "./step.ts";

test("steps run in their order, and each result counts one check", async () => {
  const { step, log, onFinished } = recording();
  const results = await runSteps([step("a"), step("b", { ok: false, note: "bad" })], { onFinished });
  expect(log).toEqual(["start a", "end a", "start b", "end b"]);
  expect(results.map(({ name, passed, failed }) => [name, passed, failed])).toEqual([
    ["a", 1, 0],
    ["b", 0, 1],
  ]);
});

test("a failure does not keep later steps from running", async () => {
  const { step } = recording();
  const results = await runSteps([step("a", { ok: false }), step("b")]);
  expect(results.map((result) => result.ok)).toEqual([false, true]);
});

test("with stopOnFailure nothing starts after a failure", async () => {
  const { step, log } = recording();
  const results = await runSteps([step("a", { ok: false }), step("b")], { stopOnFailure: true });
  expect(results.map((result) => result.name)).toEqual(["a"]);
  expect(log).not.toContain("start b");
});

test("a step whose need failed is not run and counts as failed", async () => {
  const { step, log } = recording();
  const results = await runSteps([step("a", { ok: false }), { ...step("b"), needs: ["a"] }]);
  expect(results[1]).toMatchObject({ ok: false, failed: 1, note: 'not run, because "a" failed' });
  expect(log).not.toContain("start b");
});

test("a step that throws failed, with the error as its output", async () => {
  const broken: Step = { name: "a", run: () => Promise.reject(new Error("no such file")) };
  const [result] = await runSteps([broken]);
  expect(result).toMatchObject({ ok: false, failed: 1 });
  expect(result?.output).toContain("no such file");
});

test("no more steps run at a time than allowed, and a step waits for what it needs", async () => {
  const { step, log, onFinished } = recording();
  const gates = { a: gate(), b: gate(), c: gate() };
  const run = runSteps(
    [step("a", gates.a.promise), { ...step("b", gates.b.promise), needs: ["a"] }, step("c", gates.c.promise)],
    { concurrency: 2, onFinished },
  );
  expect(log).toEqual(["start a", "start c"]);
  gates.a.resolve({ ok: true });
  gates.b.resolve({ ok: true });
  gates.c.resolve({ ok: true });
  expect((await run).map((result) => result.name)).toEqual(["a", "b", "c"]);
  expect(log.indexOf("start b")).toBeGreaterThan(log.indexOf("end a"));
});

test("a need that is not before its step is refused", async () => {
  const { step } = recording();
  await expect(runSteps([{ ...step("a"), needs: ["b"] }, step("b")])).rejects.toThrow('"a" needs "b"');
});

function gate(): PromiseWithResolvers<StepOutcome> {
  return Promise.withResolvers<StepOutcome>();
}

/** Steps whose beginnings and ends are written down. */
function recording() {
  const log: string[] = [];
  return {
    log,
    step: (name: string, outcome: StepOutcome | Promise<StepOutcome> = { ok: true }): Step => ({
      name,
      run: async () => {
        log.push(`start ${name}`);
        return outcome;
      },
    }),
    onFinished: ({ name }: { readonly name: string }) => void log.push(`end ${name}`),
  };
}
