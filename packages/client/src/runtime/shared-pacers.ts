import type { Pacer } from "../pacing/pacer.ts";

/** A pacer and the number of its clients. */
interface Entry {
  readonly pacer: Pacer;
  clients: number;
}

/** A client's share of a pacer. */
export interface PacerLease {
  readonly pacer: Pacer;
  /** Another share of the same pacer. */
  share(): PacerLease;
  /** Gives the pacer back; the last client closes it. */
  release(reason: Error): void;
}

const ids: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();
const entries: Map<string, { deref(): Entry | undefined }> = /* @__PURE__ */ new Map();
let lastId = 0;
let sweepAt = 100;

/** Removes pacers whose clients were garbage-collected without `close()`. Runs each time that the number doubles. */
function sweep(): void {
  for (const [key, entry] of entries) if (!entry.deref()) entries.delete(key);
  sweepAt = entries.size * 2 + 100;
}

/**
 * One pacer for all clients of this process with the same objects (by identity) and the same text. The text may hold a
 * credential: it is kept here alone, and removed with the last of its clients. A client has to hold the lease.
 */
export function leasePacer(identity: readonly (object | undefined)[], text: string, make: () => Pacer): PacerLease {
  let key = text;
  for (const object of identity) {
    if (object && !ids.has(object)) ids.set(object, ++lastId);
    key += ` ${object && ids.get(object)}`;
  }
  let entry = entries.get(key)?.deref();
  if (!entry) {
    if (entries.size > sweepAt) sweep();
    const made = { pacer: make(), clients: 0 };
    entry = made;
    // Some runtimes have no weak references; there only `close()` removes a pacer.
    entries.set(key, globalThis.WeakRef ? new WeakRef(made) : { deref: () => made });
  }
  const held = entry;
  const share = (): PacerLease => {
    held.clients++;
    return {
      pacer: held.pacer,
      share,
      release(reason) {
        if (--held.clients > 0) return;
        entries.delete(key);
        held.pacer.close(reason);
      },
    };
  };
  return share();
}
