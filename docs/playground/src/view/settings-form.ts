import type { Settings } from "../world/settings.ts";
import { button, byId, element } from "./element.ts";
import { field } from "./fault-form.ts";

/** How the fake is set up. */
export interface SettingsView {
  show(settings: Settings): void;
}

export interface SettingsEvents {
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onReset: () => void;
}

const FIELDS: readonly (readonly [name: "limit" | "windowSeconds" | "latencyMs", label: string, max: number])[] = [
  ["limit", "Requests per window", 100_000],
  ["windowSeconds", "Window in seconds", 86_400],
  ["latencyMs", "Latency in ms", 600_000],
];

export function createSettingsView({ onChange, onReset }: SettingsEvents): SettingsView {
  const inputs = FIELDS.map(([name, , max]) => {
    const min = name === "latencyMs" ? 0 : 1;
    const input = element("input", { id: name, type: "number", min, max, step: 1, required: true });
    input.addEventListener("change", () => {
      if (input.reportValidity()) onChange({ [name]: Number(input.value) });
    });
    return input;
  });
  const labelled = FIELDS.map(([, label], index) => field(label, inputs[index] as HTMLElement));
  const reset = button("Reset", onReset, { id: "reset" });
  const note = element(
    "p",
    { class: "muted small" },
    "Another limit or window makes a new fake. Reset makes one with all defaults.",
  );
  byId("settings").append(element("div", { class: "fields" }, ...labelled, reset), note);
  return {
    show(settings) {
      for (const [index, [name]] of FIELDS.entries())
        (inputs[index] as HTMLInputElement).value = String(settings[name]);
    },
  };
}
