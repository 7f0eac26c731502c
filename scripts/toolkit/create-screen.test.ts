import { detectTerminal } from "@svc/codegen/terminal";
import { expect, test, vi } from "vitest";
import { createScreen } from "./create-screen.ts";
import type { StepResult } from "./step.ts";

const RESULT: StepResult = {
  name: "build",
  ok: true,
  note: "4 packages",
  output: "noise",
  passed: 1,
  failed: 0,
  durationMs: 1234,
};

test("without a terminal each finished step is one line without escape sequences", () => {
  const { output, terminal } = record({ isTTY: false }, {});
  const screen = createScreen(terminal);
  screen.started("build");
  screen.finished(RESULT);
  screen.close();
  expect(output()).toBe("✓ build                          1.2 s  4 packages\n");
});

test("the output of a failed step follows its line", () => {
  const { output, terminal } = record({ isTTY: false }, {});
  createScreen(terminal).finished({ ...RESULT, ok: false, note: "exit code 2", output: "one\ntwo\n" });
  expect(output()).toBe("✗ build                          1.2 s  exit code 2\n│ one\n│ two\n");
});

test("very long output is cut to its end", () => {
  const { output, terminal } = record({ isTTY: false }, {});
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
  createScreen(terminal).finished({ ...RESULT, ok: false, output: lines });
  expect(output()).toContain("│ … 100 lines before\n│ line 100\n");
  expect(output()).not.toContain("line 99\n");
});

test("in a terminal the running step is drawn over, and the cursor comes back", () => {
  vi.useFakeTimers();
  try {
    const { output, terminal } = record({ isTTY: true }, {});
    const screen = createScreen(terminal);
    screen.started("build");
    vi.advanceTimersByTime(200);
    screen.finished(RESULT);
    screen.close();
    expect(output()).toContain("\u001b[1A\u001b[J");
    expect(output().startsWith("\u001b[?25l")).toBe(true);
    expect(output().endsWith("\u001b[?25h")).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("NO_COLOR turns colour off and leaves the progress", () => {
  expect(record({ isTTY: true }, { NO_COLOR: "1" }).terminal).toMatchObject({ interactive: true, colour: false });
});

test("a dumb terminal and CI get plain lines", () => {
  expect(record({ isTTY: true }, { TERM: "dumb" }).terminal).toMatchObject({ interactive: false, colour: false });
  expect(record({ isTTY: true }, { CI: "true" }).terminal).toMatchObject({ interactive: false, colour: false });
});

function record(stream: { isTTY: boolean }, env: Record<string, string>) {
  const written: string[] = [];
  const terminal = detectTerminal({ ...stream, columns: 80, write: (text: string) => written.push(text) }, env);
  return { terminal, output: () => written.join("") };
}
