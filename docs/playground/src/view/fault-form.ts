import type { FaultOptions } from "@svc/testing";
import type { OfferedOperation, ShownFault } from "../host/protocol.ts";
import { button, byId, element } from "./element.ts";

/** The form that breaks the fake, and the list of what is broken. */
export interface FaultView {
  draw(faults: readonly ShownFault[]): void;
  /** Offers these operations, and faults of streams where one of them streams. */
  offer(operations: readonly OfferedOperation[]): void;
}

/** Choices by label; a number asks for a value. */
const KINDS: readonly (readonly [label: string, make: (value: number) => FaultOptions, value?: number])[] = [
  ["Status", (status) => ({ status }), 503],
  ["Refused: 429", () => ({ rateLimited: true })],
  ["Connection reset", () => ({ reset: true })],
  ["Reset in the body", () => ({ reset: "body" })],
  ["No answer (timeout)", () => ({ timeout: true })],
  ["Truncated body", () => ({ truncate: true })],
  ["Malformed JSON", () => ({ malformed: true })],
  ["Wrong content type", () => ({ contentType: "text/html" })],
  ["Latency in ms", (latencyMs) => ({ latencyMs }), 2000],
  ["Slow body in ms", (slowBodyMs) => ({ slowBodyMs }), 5000],
];

/** Those of streams only. */
const STREAM_KINDS: typeof KINDS = [
  ["Broken after items", (dropAfterItems) => ({ dropAfterItems }), 3],
  ["Silent after items", (stallAfterItems) => ({ stallAfterItems }), 3],
];

export interface FaultEvents {
  readonly onAdd: (fault: FaultOptions) => void;
  readonly onRemove: (id: number) => void;
}

export function createFaultView({ onAdd, onRemove }: FaultEvents): FaultView {
  let kinds = KINDS;
  const kind = element("select", { id: "fault-kind" });
  const offerKinds = (offered: typeof KINDS): void => {
    kinds = offered;
    kind.replaceChildren(...kinds.map(([label], index) => option(String(index), label)));
  };
  offerKinds(KINDS);
  const value = element("input", { id: "fault-value", type: "number", value: 503, min: 0, max: 600_000 });
  const valueField = field("Value", value);
  const times = element("select", { id: "fault-times" }, ...["1", "2", "5", "20"].map((n) => option(n, `${n} ×`)));
  times.append(option("Infinity", "all"));
  const any = option("", "any operation");
  const operation = element("select", { id: "fault-operation" }, any);
  const form = element("form", { class: "fields" }, field("Kind", kind), valueField, field("Times", times));
  form.append(field("Operation", operation), element("button", { type: "submit", id: "fault-add" }, "Add fault"));
  const list = element("ul", { class: "faults" });
  byId("faults").append(form, list);
  kind.addEventListener("change", () => {
    const initial = kinds[Number(kind.value)]?.[2];
    valueField.hidden = initial === undefined;
    if (initial !== undefined) value.value = String(initial);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fault = kinds[Number(kind.value)]?.[1](Number(value.value));
    const only = operation.value === "" ? {} : { operation: operation.value };
    onAdd({ ...fault, ...only, times: Number(times.value) });
  });
  let drawn = "";
  return {
    offer(operations) {
      operation.replaceChildren(any, ...operations.map(({ id, method }) => option(id, method)));
      offerKinds(operations.some(({ isStream }) => isStream) ? [...KINDS, ...STREAM_KINDS] : KINDS);
      kind.dispatchEvent(new Event("change"));
    },
    draw(faults) {
      const texts = faults.map(({ options, left }) => describe(options, left));
      const key = faults.map(({ id }, index) => `${id} ${texts[index]}`).join("\n");
      if (key === drawn) return;
      drawn = key;
      const entries = faults.map(({ id }, index) =>
        element(
          "li",
          {},
          element("code", {}, texts[index]),
          button("Remove", () => onRemove(id), { "aria-label": `Remove the fault ${texts[index]}` }),
        ),
      );
      list.replaceChildren(...entries);
    },
  };
}

function describe({ operation, times: _, ...fault }: FaultOptions, left: number): string {
  const what = Object.entries(fault).map(([name, value]) => (value === true ? name : `${name} ${String(value)}`));
  return `${what.join(", ")} · ${left === Infinity ? "all" : `${left} ×`}${operation === undefined ? "" : ` · ${operation}`}`;
}

/** A labelled control. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return element("label", { class: "field" }, element("span", {}, label), control);
}

function option(value: string, label: string): HTMLOptionElement {
  return element("option", { value }, label);
}
