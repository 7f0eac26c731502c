import { expect, test } from "vitest";
import { cacheNote, countTests, type VitestReport } from "./kinds-of-steps.ts";

const GREEN: VitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: "passed", assertionResults: [{}, {}, {}] }],
};

test("each passed test counts", () => {
  expect(countTests(GREEN, 0, "")).toMatchObject({ ok: true, passed: 3, failed: 0, note: "3 passed, 1 files" });
});

test("each failed test counts", () => {
  expect(countTests({ ...GREEN, numFailedTests: 2 }, 1, "")).toMatchObject({ ok: false, passed: 3, failed: 2 });
});

test("a file that could not be loaded counts as one failed test", () => {
  const report = { ...GREEN, testResults: [...GREEN.testResults, { status: "failed", assertionResults: [] }] };
  expect(countTests(report, 1, "")).toMatchObject({ ok: false, passed: 3, failed: 1 });
});

test("a run that fails with all tests green counts as one failed test", () => {
  expect(countTests(GREEN, 1, "")).toMatchObject({ ok: false, passed: 3, failed: 1 });
});

test("a run without any test fails", () => {
  const report = { ...GREEN, numPassedTests: 0, testResults: [] };
  expect(countTests(report, 0, "")).toMatchObject({ ok: false, passed: 0, failed: 1, note: "no test ran, 0 files" });
});

test("skipped tests are mentioned and count as neither", () => {
  const outcome = countTests({ ...GREEN, numPendingTests: 2 }, 0, "");
  expect(outcome).toMatchObject({ ok: true, passed: 3, failed: 0, note: "3 passed, 2 skipped, 1 files" });
});

test("what skipped tests miss is in the note, each once", () => {
  const output =
    "stderr | a.test.ts\nSkipped: no Redis (apt-get install redis-server).\n\nSkipped: no Redis (apt-get install redis-server).\n";
  const { note } = countTests({ ...GREEN, numPendingTests: 2 }, 0, output);
  expect(note).toBe("3 passed, 2 skipped, 1 files, Skipped: no Redis (apt-get install redis-server).");
});
test("a run that the cache answered says that nothing was built", () => {
  expect(cacheNote(" Tasks:    4 successful, 4 total\nCached:    4 cached, 4 total\n")).toContain("FULL TURBO");
});

test("a run that built says how much", () => {
  expect(cacheNote("Cached:    1 cached, 4 total\n")).toBe("4 tasks, 1 from the cache");
});

test("a run that never came to its tasks says nothing", () => {
  expect(cacheNote("cannot find binary path")).toBe("");
});
