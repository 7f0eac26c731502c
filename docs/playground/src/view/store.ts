import type { Frame } from "../host/protocol.ts";
import { byId, element } from "./element.ts";
import { tree } from "./tree.ts";

/** The list of all that was put into the fake. */
export interface StoreView {
  draw(store: Frame["store"]): void;
}

export function createStoreView(): StoreView {
  const parent = byId("store");
  let drawn = "";
  return {
    draw(store) {
      const text = JSON.stringify(store);
      if (text === drawn) return;
      drawn = text;
      const isEmpty = store.length === 0;
      const nodes = store.map(([name, value]) => element("div", {}, tree(value, name, 1)));
      parent.replaceChildren(
        ...(isEmpty ? [element("p", { class: "muted" }, "Empty: every answer is generated.")] : nodes),
      );
    },
  };
}
