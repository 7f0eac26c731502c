import type { Frame } from "../host/protocol.ts";
import type { Settings } from "../world/settings.ts";
import { button, byId, element, setText } from "./element.ts";

/** The fake's clock, and what moves it. */
export interface ClockView {
  draw(frame: Frame, settings: Settings, isRunning: boolean): void;
}

export interface ClockEvents {
  readonly onSpeed: (speed: number) => void;
  readonly onAdvance: (seconds: number) => void;
}

const SPEEDS: readonly (readonly [speed: number, label: string])[] = [
  [0, "Stands still"],
  [1, "Real time"],
  [10, "10 × faster"],
  [60, "60 × faster"],
];

export function createClockView({ onSpeed, onAdvance }: ClockEvents): ClockView {
  const now = element("time", { class: "now" });
  const options = SPEEDS.map(([speed, label]) => element("option", { value: speed }, label));
  const speed = element("select", { id: "speed", "aria-label": "Speed of the clock" }, ...options);
  speed.addEventListener("change", () => onSpeed(Number(speed.value)));
  const steps = [1, 10, 60].map((seconds) =>
    button(`+${seconds} s`, () => onAdvance(seconds), { "data-advance": seconds }),
  );
  const hint = element("p", { class: "muted small", role: "status" });
  byId("clock").append(element("div", { class: "row" }, now, speed, ...steps), hint);
  return {
    draw({ now: time, pending }, settings, isRunning) {
      setText(now, new Date(time).toISOString().slice(11, 21));
      if (Number(speed.value) !== settings.speed) speed.value = String(settings.speed);
      const isStuck = isRunning && settings.speed === 0 && pending > 0;
      setText(hint, isStuck ? "The run waits for the clock, which stands still: move it on." : "");
    },
  };
}
