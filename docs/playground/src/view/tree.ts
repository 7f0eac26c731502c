import type { Described } from "../host/describe.ts";
import { element } from "./element.ts";

/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** A value as a tree that opens and closes. */
export function tree(value: Described, label?: string, level = 0): HTMLElement {
  const name = label === undefined ? undefined : element("span", { class: "key" }, `${label}: `);
  const { error } = value;
  const failed = error && element("span", { class: "error" }, element("strong", {}, error.name), `: ${error.message}`);
  if ("text" in value)
    return element(
      "div",
      { class: "leaf" },
      name,
      failed ?? element("span", { class: `value ${value.kind}` }, value.text),
    );
  const head = failed === undefined ? [element("span", { class: "muted when-open" }, value.head)] : [failed];
  if (failed === undefined) head.push(element("span", { class: "muted when-closed" }, value.preview));
  const node = element(
    "details",
    { open: level < OPEN_LEVELS && value.more === 0 },
    element("summary", {}, name, ...head),
  );
  const fill = (): void => {
    if (!node.open || node.children.length > 1) return;
    const rest = value.more > 0 ? element("div", { class: "muted" }, `${value.more} more`) : undefined;
    const parts = value.entries.map(([key, part]) => tree(part, key, level + 1));
    node.append(element("div", { class: "branch" }, ...parts, rest));
  };
  node.addEventListener("toggle", fill);
  fill();
  return node;
}
