import { createStyle, type Terminal } from "@svc/codegen/terminal";
import type { Screen, StepResult } from "./step.ts";
import { failureOutput, finishedLine, runningLine } from "./summary.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";

/** The screen that suits the terminal: live lines where they can be drawn over, else a line for each finished step. */
export function createScreen(terminal: Terminal): Screen {
  return terminal.interactive ? liveScreen(terminal) : plainScreen(terminal);
}

function plainScreen(terminal: Terminal): Screen {
  return {
    started: () => {},
    finished: (result) => terminal.write(finishedText(result, terminal)),
    close: () => {},
  };
}

/** Finished steps scroll up; below them one line with a spinner for each step under way. */
function liveScreen(terminal: Terminal): Screen {
  const style = createStyle(terminal.colour);
  const running = new Map<string, number>();
  let drawn = 0;
  let frame = 0;

  const draw = (above = ""): void => {
    const erase = drawn === 0 ? "" : `\u001b[${drawn}A\u001b[J`;
    const glyph = FRAMES[frame % FRAMES.length] ?? "";
    const lines = [...running].map(([name, start]) => runningLine(name, performance.now() - start, glyph, style));
    drawn = lines.length;
    terminal.write(erase + above + lines.map((line) => `${line}\n`).join(""));
  };
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, FRAME_MS);
  terminal.write(HIDE_CURSOR);

  return {
    started: (name) => {
      running.set(name, performance.now());
      draw();
    },
    finished: (result) => {
      running.delete(result.name);
      draw(finishedText(result, terminal));
    },
    close: () => {
      clearInterval(timer);
      running.clear();
      draw();
      terminal.write(SHOW_CURSOR);
    },
  };
}

function finishedText(result: StepResult, terminal: Terminal): string {
  const style = createStyle(terminal.colour);
  return `${finishedLine(result, style)}\n${result.ok ? "" : failureOutput(result, style)}`;
}
