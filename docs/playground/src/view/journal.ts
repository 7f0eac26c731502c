import type { RecordedCall } from "@svc/testing";
import { byId, element, setText } from "./element.ts";

/** Requests that are shown: the newest. */
const SHOWN = 200;

/** The list of requests; `draw` adds those that came since. */
export interface JournalView {
  draw(calls: readonly RecordedCall[]): void;
}

export function createJournalView(onCall: (call: RecordedCall) => void): JournalView {
  const list = byId("journal");
  const counts = byId("counts");
  let drawn = 0;
  let refused = 0;
  return {
    draw(calls) {
      if (calls.length < drawn) {
        drawn = 0;
        refused = 0;
        list.replaceChildren();
      }
      const added = calls.slice(drawn);
      for (const call of added) {
        if (call.status === 429) refused += 1;
        onCall(call);
      }
      drawn = calls.length;
      list.prepend(...added.slice(-SHOWN).map(entry).reverse());
      while (list.children.length > SHOWN) list.lastElementChild?.remove();
      const hidden = drawn > SHOWN ? `, the last ${SHOWN} shown` : "";
      setText(counts, drawn === 0 ? "none yet" : `${drawn} answered, ${refused} refused${hidden}`);
    },
  };
}

function entry(call: RecordedCall): HTMLElement {
  const { method, target, status, fault, durationMs, at } = call;
  const node = element(
    "details",
    { class: "call" },
    element(
      "summary",
      {},
      element("time", { class: "muted" }, at.toISOString().slice(11, 23)),
      element("span", { class: "target" }, `${method} ${target}`),
      fault === undefined ? undefined : element("span", { class: "tag" }, `fault: ${fault}`),
      element("strong", { class: tone(status) }, status ?? "no answer"),
      durationMs === 0 ? undefined : element("span", { class: "muted" }, `${Math.round(durationMs)} ms`),
    ),
  );
  node.addEventListener("toggle", () => {
    if (node.open && node.children.length === 1) node.append(detail(call));
  });
  return node;
}

function detail(call: RecordedCall): HTMLElement {
  const { operation, path, query, headers, body, responseHeaders, responseBody, unmatched } = call;
  const title = (text: string): HTMLElement => element("h3", {}, text);
  return element(
    "div",
    { class: "detail" },
    unmatched === undefined ? undefined : element("pre", { class: "bad" }, unmatched),
    title(`Request${operation === undefined ? "" : ` (${operation})`}`),
    fields({ ...prefixed("path", path), ...prefixed("query", query), ...headers }),
    body === undefined ? undefined : element("pre", {}, typeof body === "string" ? body : pretty(body)),
    title("Answer"),
    fields(responseHeaders),
    responseBody === undefined ? undefined : element("pre", {}, prettyText(responseBody)),
  );
}

function fields(values: Readonly<Record<string, unknown>>): HTMLElement {
  const rows = Object.entries(values).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, typeof value === "string" ? value : JSON.stringify(value)),
  ]);
  return rows.length === 0 ? element("p", { class: "muted" }, "none") : element("dl", {}, ...rows);
}

function prefixed(prefix: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}

function tone(status: number | undefined): string {
  if (status === undefined || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function prettyText(text: string): string {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
}
