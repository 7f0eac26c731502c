import type { Pacer } from "../pacing/pacer.ts";

interface Entry {
  readonly pacer: WeakRef<Pacer>;
  clients: number;
}

/** A client's hold on a pacer. */
export interface PacerLease {
  readonly pacer: Pacer;
  /** The last client to let go closes the pacer. */
  release(reason: Error): void;
}

const ids: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();
const entries: Map<string, Entry> = /* @__PURE__ */ new Map();
let lastId = 0;

/**
 * One pacer for all clients of this process that give the same objects (by identity) and the same text. The text may
 * hold a credential: it is reachable from nowhere else, and goes with the last of its clients.
 */
export function leasePacer(identity: readonly object[], text: string, make: () => Pacer): PacerLease {
  let key = text;
  for (const object of identity) {
    const id = ids.get(object) ?? ++lastId;
    ids.set(object, id);
    key += ` ${id}`;
  }
  let entry = entries.get(key);
  let pacer = entry?.pacer.deref();
  if (!entry || !pacer) {
    for (const [name, old] of entries) if (!old.pacer.deref()) entries.delete(name);
    pacer = make();
    entry = { pacer: new WeakRef(pacer), clients: 0 };
    entries.set(key, entry);
  }
  entry.clients++;
  const held: Entry = entry;
  const holder: Pacer = pacer;
  return {
    pacer,
    release(reason) {
      if (--held.clients > 0) return;
      entries.delete(key);
      holder.close(reason);
    },
  };
}
