import type { World } from "../world/create-world.ts";
import { byId, element } from "./element.ts";
import { tree } from "./tree.ts";

/** What was put into the fake. */
export interface StoreView {
  draw(world: World): void;
}

export function createStoreView(): StoreView {
  const parent = byId("store");
  let drawn = "";
  return {
    draw(world) {
      const snapshot = world.fake.snapshot();
      const text = JSON.stringify(snapshot);
      if (text === drawn) return;
      drawn = text;
      const isEmpty = Object.keys(snapshot).length === 0;
      const nodes = Object.entries(snapshot).map(([name, value]) => element("div", {}, tree(value, name, 1)));
      parent.replaceChildren(
        ...(isEmpty ? [element("p", { class: "muted" }, "Empty: every answer is generated.")] : nodes),
      );
    },
  };
}
