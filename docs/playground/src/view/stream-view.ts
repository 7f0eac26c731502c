import type { StreamPart } from "../host/protocol.ts";
import { element, makeScrollable, setText } from "./element.ts";

/** A stream below its request: its items as they come, and how it ended. */
export interface StreamView {
  readonly node: HTMLElement;
  draw(part: StreamPart): void;
}

/** Items of a stream that are shown: the newest. */
const SHOWN = 50;

const ENDS: Readonly<Record<string, string>> = { left: "left by the client", broken: "connection broken" };

/** @param lastEventId id of the event after which the request asked the stream to go on */
export function createStreamView(lastEventId: string | undefined): StreamView {
  const from = lastEventId === undefined ? "" : `resumed with Last-Event-ID: ${lastEventId} · `;
  const state = element("p", { class: "small" });
  const list = element("ol");
  makeScrollable(list, "Items of the stream");
  const node = element("div", { class: "stream" }, state, list);
  return {
    node,
    draw({ items, count, ended }) {
      const number = `${count} ${count === 1 ? "item" : "items"}`;
      setText(state, `${from}${number}, ${ended === undefined ? "open" : (ENDS[ended] ?? ended)}`);
      node.dataset["state"] = ended ?? "open";
      list.append(...items.map((item) => element("li", {}, item)));
      while (list.children.length > SHOWN) list.firstElementChild?.remove();
      list.scrollTop = list.scrollHeight;
    },
  };
}
