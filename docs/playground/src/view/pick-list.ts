import { operationTexts } from "virtual:operation-texts";
import { model } from "@svc/testing";
import { SCENARIOS } from "../code/scenarios.ts";
import { byId, element } from "./element.ts";

/** Choices of the list. */
export interface PickList {
  /** Marks what is chosen; undefined: nothing. */
  mark(kind: "operation" | "scenario", id: string): void;
  markNone(): void;
}

export interface PickEvents {
  readonly onPick: (kind: "operation" | "scenario", id: string) => void;
}

export function createPickList({ onPick }: PickEvents): PickList {
  const filter = byId<HTMLInputElement>("filter");
  const operations = model.operations.map(({ id, name, method, path }) => {
    const title = name.join(".");
    const verb = element("span", { class: "verb" }, method.toUpperCase());
    const summary = operationTexts[title]?.summary ?? "";
    const label = [
      element("span", { class: "name" }, title),
      element("span", { class: "muted" }, verb, " ", ...steps(path)),
    ];
    return pick("operation", id, label, `${title} ${method} ${path} ${id} ${summary}`);
  });
  const scenarios = SCENARIOS.map(({ id, title }) => pick("scenario", id, [element("span", {}, title)], title));
  byId("operations").append(...operations.map(({ item }) => item));
  byId("scenarios").append(...scenarios.map(({ item }) => item));
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const { item, text } of operations) item.hidden = !words.every((word) => text.includes(word));
    byId("no-operation").hidden = operations.some(({ item }) => !item.hidden);
  });
  const all = [...operations, ...scenarios];
  const mark = (key: string | undefined): void => {
    for (const entry of all) entry.node.setAttribute("aria-pressed", String(entry.key === key));
  };
  for (const { node, kind, id } of all) node.addEventListener("click", () => onPick(kind, id));
  return { mark: (kind, id) => mark(`${kind}/${id}`), markNone: () => mark(undefined) };
}

/** A path that breaks at its slashes where it is too long. */
function steps(path: string): (Node | string)[] {
  return path.split(/(?=\/)/).flatMap((step) => [element("wbr"), step]);
}

function pick(kind: "operation" | "scenario", id: string, label: readonly Node[], text: string) {
  const node = element("button", { type: "button", "aria-pressed": "false", [`data-${kind}`]: id }, ...label);
  return { kind, id, key: `${kind}/${id}`, node, text: text.toLowerCase(), item: element("li", {}, node) };
}
