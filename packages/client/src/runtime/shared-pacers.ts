import type { Pacer } from "../pacing/pacer.ts";

interface Entry {
  readonly pacer: { deref(): Pacer | undefined };
  clients: number;
}

/** A client's share of a pacer. */
export interface PacerLease {
  readonly pacer: Pacer;
  /** Gives the pacer back; the last client closes it. */
  release(reason: Error): void;
}

const ids: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();
const entries: Map<string, Entry> = /* @__PURE__ */ new Map();
let lastId = 0;
let sweepAt = 100;

/** Removes pacers whose clients were garbage-collected without `close()`. Runs each time that the number doubles. */
function sweep(): void {
  for (const [key, { pacer }] of entries) if (!pacer.deref()) entries.delete(key);
  sweepAt = entries.size * 2 + 100;
}

/**
 * One pacer for all clients of this process with the same objects (by identity) and the same text. The text may hold a
 * credential: it is kept here alone, and removed with the last of its clients.
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
    if (entries.size > sweepAt) sweep();
    const made = make();
    pacer = made;
    // Some runtimes have no weak references; there only `close()` removes a pacer.
    entry = { pacer: globalThis.WeakRef ? new WeakRef(made) : { deref: () => made }, clients: 0 };
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
