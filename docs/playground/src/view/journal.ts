import type { Frame, ShownCall, StreamPart } from "../host/protocol.ts";
import { byId, element, setText } from "./element.ts";
import { createStreamView, type StreamView } from "./stream-view.ts";

/** Requests that are shown: the newest. */
const SHOWN = 200;

interface ShownRow {
  readonly call: ShownCall;
  readonly node: HTMLElement;
  stream: StreamView | undefined;
}

/** The list of requests; `draw` adds those that a frame brings. */
export interface JournalView {
  draw(frame: Frame): void;
}

export function createJournalView(): JournalView {
  const list = byId("journal");
  const counts = byId("counts");
  let journal = 0;
  const shown = new Map<number, ShownRow>();
  const drawStream = (part: StreamPart): void => {
    const row = shown.get(part.call);
    if (row === undefined) return;
    if (row.stream === undefined) {
      row.stream = createStreamView(row.call.lastEventId);
      row.node.append(row.stream.node);
    }
    row.stream.draw(part);
  };
  return {
    draw({ journal: present, calls, streams, counts: { answered, refused, unanswered } }) {
      if (present !== journal) {
        list.replaceChildren();
        shown.clear();
      }
      journal = present;
      for (const call of calls) {
        const node = element("div", { class: "row-of-call" }, entry(call));
        list.prepend(node);
        shown.set(call.number, { call, node, stream: undefined });
        shown.delete(call.number - SHOWN);
      }
      while (list.children.length > SHOWN) list.lastElementChild?.remove();
      for (const part of streams) drawStream(part);
      const all = answered + refused + unanswered;
      const lost = unanswered > 0 ? `, ${unanswered} without an answer` : "";
      const hidden = all > SHOWN ? `, the last ${SHOWN} shown` : "";
      setText(counts, all === 0 ? "none yet" : `${answered} answered, ${refused} refused${lost}${hidden}`);
    },
  };
}

function entry(call: ShownCall): HTMLElement {
  const { title, status, fault, durationMs, at } = call;
  const node = element(
    "details",
    { class: "call" },
    element(
      "summary",
      {},
      element("time", { class: "muted" }, at.toISOString().slice(11, 23)),
      element("span", { class: "target" }, title),
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

function detail({ operation, request, body, answer, responseBody, unmatched }: ShownCall): HTMLElement {
  const title = (text: string): HTMLElement => element("h3", {}, text);
  return element(
    "div",
    { class: "detail" },
    unmatched === undefined ? undefined : element("pre", { class: "bad" }, unmatched),
    title(`Request${operation === undefined ? "" : ` (${operation})`}`),
    fields(request),
    body === undefined ? undefined : element("pre", {}, body),
    title("Answer"),
    fields(answer),
    responseBody === undefined ? undefined : element("pre", {}, prettyText(responseBody)),
  );
}

function fields(values: ShownCall["request"]): HTMLElement {
  const rows = values.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return rows.length === 0 ? element("p", { class: "muted" }, "none") : element("dl", {}, ...rows);
}

function tone(status: number | undefined): string {
  if (status === undefined || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
