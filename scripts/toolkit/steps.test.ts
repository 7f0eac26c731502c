import { afterEach, expect, test } from "vitest";
import { formatDuration, runSteps as run, type Step, type StepOutcome, type StepResult, summarize } from "./steps.ts";

/** The lines that were written. */
const written: string[] = [];
const terminal = { colour: false, write: (text: string) => void written.push(text) };
afterEach(() => void written.splice(0));

const runSteps = (steps: readonly Step[], concurrency = 1) => run(steps, { terminal, concurrency });

test("steps run in their order, and each result counts one check", async () => {
  const { step, log } = recording();
  const results = await runSteps([step("a"), step("b", { ok: false, note: "bad" })]);
  expect(log).toEqual(["start a", "start b"]);
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
  const { step, log } = recording();
  const gates = { a: gate(), b: gate(), c: gate() };
  const run = runSteps(
    [step("a", gates.a.promise), { ...step("b", gates.b.promise), needs: ["a"] }, step("c", gates.c.promise)],
    2,
  );
  expect(log).toEqual(["start a", "start c"]);
  gates.a.resolve({ ok: true });
  gates.b.resolve({ ok: true });
  gates.c.resolve({ ok: true });
  expect((await run).map((result) => result.name)).toEqual(["a", "b", "c"]);
  expect(log).toEqual(["start a", "start c", "start b"]);
});

test("a need that is not in the list is refused", async () => {
  const { step } = recording();
  await expect(runSteps([{ ...step("a"), needs: ["b"] }])).rejects.toThrow('"a" needs a step that is not in the list');
});

test("each finished step is one line without escape sequences, and the output of a failed one follows it", async () => {
  const { step } = recording();
  await runSteps([step("a", { ok: true, note: "4 packages" }), step("b", { ok: false, output: "one\ntwo\n" })]);
  expect(written.join("").replace(/\d+ ms/g, "0 ms")).toMatch(
    /^✓ a +0 ms {2}4 packages\n✗ b +0 ms {2}failed\n│ one\n│ two\n$/,
  );
});

test("very long output is cut to its end", async () => {
  const output = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
  await runSteps([recording().step("a", { ok: false, output })]);
  expect(written.join("")).toContain("│ … 100 lines before\n│ line 100\n");
  expect(written.join("")).not.toContain("line 99\n");
});

const RESULT: StepResult = {
  name: "build",
  ok: true,
  note: "",
  output: "",
  passed: 1,
  failed: 0,
  left: 0,
  durationMs: 9,
};

test("the table has a row for each step, and the last line adds up every check and is plain", () => {
  const failed = { ...RESULT, name: "tests", ok: false, passed: 40, failed: 2, durationMs: 61_000 };
  expect(summarize([failed, RESULT], { ...terminal, colour: true })).toBe(1);
  expect(summarize([failed, RESULT], terminal)).toBe(1);
  expect(written.at(-1)).toBe("\n41 passed, 2 failed\n");
  expect(written.slice(-4, -1).join("").trim().split("\n")).toEqual([
    "check  passed  failed        time",
    "tests      40       2  1 min 01 s",
    "build       1       0        9 ms",
  ]);
  expect(summarize([RESULT], terminal)).toBe(0);
});

test("a duration is told in the unit that fits", () => {
  expect([999, 1234, 125_000].map(formatDuration)).toEqual(["999 ms", "1.2 s", "2 min 05 s"]);
});

function gate(): PromiseWithResolvers<StepOutcome> {
  return Promise.withResolvers<StepOutcome>();
}

/** Steps whose beginnings are written down. */
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
  };
}
