import type { Session } from "../transport/call.ts";

/** What of a client reaches the outside, for the parts that are imported from elsewhere. No credential is among it. */
export type Edges = Pick<Session, "clock" | "fetch" | "random">;

/** By client, so that nothing of it can be seen on the client itself. */
export const edges: WeakMap<object, Edges> = /* @__PURE__ */ new WeakMap();
