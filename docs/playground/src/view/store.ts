import type { World } from "../world/create-world.ts";
import { byId, element } from "./element.ts";
import { tree } from "./tree.ts";

/** What was put into the fake. */
export interface StoreView {
  draw(world: World): void;
}

/** The fake's stores show what they hold to its inspector, by a method that its public types leave out. */
interface Peekable {
  peek?(): { readonly cookies: unknown; readonly network: unknown; readonly replay: unknown };
}

export function createStoreView(): StoreView {
  const parent = byId("store");
  let drawn = "";
  return {
    draw(world) {
      const snapshot = snapshotOf(world);
      const text = JSON.stringify(snapshot);
      if (text === drawn) return;
      drawn = text;
      const isEmpty = Object.keys(snapshot.personas).length + Object.keys(snapshot.sessions).length === 0;
      const nodes = Object.entries(snapshot).map(([name, value]) => element("div", {}, tree(value, name, 1)));
      parent.replaceChildren(
        ...(isEmpty ? [element("p", { class: "muted" }, "Empty: every answer is generated.")] : nodes),
      );
    },
  };
}

function snapshotOf({ fake, stored }: World) {
  const personas = [...stored.personas].map((id) => [id, { emails: fake.personas(id).emails.all() }] as const);
  const sessions = [...stored.sessions].map((id) => {
    const { cookies, network, replay } = (fake.sessions(id) as Peekable).peek?.() ?? {};
    return [id, { cookies, "network logs": network, replay }] as const;
  });
  return { personas: Object.fromEntries(personas), sessions: Object.fromEntries(sessions) };
}
