import { expect, test } from "vitest";
import { failedSubjects, findOutdated, inOrder, judgeOutdated } from "./outdated.ts";

const OUTPUT = `nextjs: skipped here (heavy): runs with --all
commonjs: passed in 1.0 s
node-service: FAILED in 2.0 s
one-time-code.ts(5,3): error TS2339: gone
1 of 2 examples failed
`;
const failed = { code: 1, output: OUTPUT };

test("examples and pages that failed are found, each with its first line", () => {
  expect(failedSubjects(OUTPUT)).toEqual({ "examples/node-service": "one-time-code.ts(5,3): error TS2339: gone" });
  expect(failedSubjects("packages/client/README.md:12: gone\npackages/client/README.md:20: too\n")).toEqual({
    "packages/client/README.md": "12: gone",
  });
  expect(failedSubjects("docs/playground: the reader: gone\ndocs/playground: faults: too\n")).toEqual({
    "docs/playground": "the reader: gone",
  });
});

test("of an example the first fault is told, not how its tools begin", () => {
  const output = `worker: FAILED in 1.0 s
npm warn Unknown config
vite v8 building for production...
src/worker.ts(3,1): error TS2339: gone
cli: passed in 1.0 s
browser: FAILED in 1.0 s
says nothing that is known
`;
  expect(failedSubjects(output)).toEqual({
    "examples/worker": "src/worker.ts(3,1): error TS2339: gone",
    "examples/browser": "says nothing that is known",
  });
});

test("a failure that nobody expects is one", () => {
  expect(judgeOutdated(failed, {}, /^examples\//).ok).toBe(false);
  expect(judgeOutdated({ code: 1, output: "crash" }, { "examples/node-service": "" }, /^examples\//).ok).toBe(false);
});

test("a failure of outdated files passes and is named", () => {
  expect(judgeOutdated(failed, { "examples/node-service": "" }, /^examples\//)).toEqual({
    ok: true,
    note: "not adapted to the new document yet: examples/node-service",
  });
});

test("what is skipped on this machine stays on the list", () => {
  const judged = judgeOutdated(
    { code: 0, output: "skipped: no browser\n" },
    { "docs/playground": "" },
    /^docs\/playground$/,
  );
  expect(judged).toEqual({ ok: true, note: "skipped: no browser" });
});

test("what agrees again is to be taken off the list; other checks do not mind it", () => {
  const passed = { code: 0, output: "2 examples\n" };
  expect(judgeOutdated(passed, { "examples/a": "" }, /^examples\//)).toMatchObject({ ok: false });
  expect(judgeOutdated(passed, { "README.md": "" }, /^examples\//)).toEqual({ ok: true, note: "2 examples" });
});

test("a list that is made anew has what fails, keeps what this machine cannot try, and forgets what agrees again", () => {
  const listed = { "examples/a": "gone", "docs/playground": "gone" };
  expect(findOutdated(failed, listed, /^examples\//)).toEqual({
    "examples/node-service": "one-time-code.ts(5,3): error TS2339: gone",
  });
  expect(findOutdated({ code: 0, output: "2 examples\n" }, listed, /^examples\//)).toEqual({});
  expect(findOutdated({ code: 0, output: "skipped: no browser\n" }, listed, /^docs\/playground$/)).toEqual({
    "docs/playground": "gone",
  });
  expect(findOutdated({ code: 1, output: "crash\n" }, listed, /^examples\//)).toBeUndefined();
});

test("the list does not depend on which check ends first", () => {
  const [one, other] = [{ "docs/playground": "b" }, { "README.md": "a" }];
  expect(JSON.stringify(inOrder({ ...one, ...other }))).toBe('{"README.md":"a","docs/playground":"b"}');
  expect(JSON.stringify(inOrder({ ...other, ...one }))).toBe('{"README.md":"a","docs/playground":"b"}');
});
