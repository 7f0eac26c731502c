import type { Grant, PermitRequest, PermitStore } from "../../src/redis/permit-store.ts";
import type { VirtualTime } from "../pacing/virtual-time.ts";

/** State of a TypeScript model of the script, for simulations. `script.test.ts` proves them equal. Fields: see `SCRIPT`. */
export interface MemoryState {
  r: number;
  l: number;
  a: number;
  n: number;
  m: number;
  c: number;
  u: number;
  o: number;
  p: number;
  x: number;
  d: number;
  w: number;
  g: number;
  i: number;
  t: string;
  b: string;
  leases: Map<string, number>;
}

export function emptyState(): MemoryState {
  return {
    r: 0,
    l: 0,
    a: 0,
    n: 0,
    m: 0,
    c: 0,
    u: 0,
    o: 0,
    p: 0,
    x: 0,
    d: 0,
    w: 0,
    g: 0,
    i: 0,
    t: "",
    b: "",
    leases: new Map(),
  };
}

const NOTHING = "nothing" as const;

/** Decides on one request as the script does; `now` is the time of the store. */
export function decide(s: MemoryState, request: PermitRequest, now: number): Grant {
  s.x = Math.min(s.x, now + request.leaseMs);
  s.g = Math.min(s.g, now);
  if (s.r === 0 || s.i === 0) s.i = request.identity;
  const known = s.r > 0 && request.reset === s.r && request.identity === s.i;
  const keeps = applyReport(s, request, known);
  const left = keeps ? request.stillHeld : 0;
  if (request.releaseTest === 1 && s.t === request.id) s.x = 0;
  const facts = (): Pick<Grant, "reset" | "limit" | "keeps" | "testMs" | "tester" | "identity"> => ({
    reset: s.r,
    limit: s.l,
    keeps,
    testMs: s.d,
    tester: s.t === request.id,
    identity: s.i,
  });
  if (s.r === 0 || (known && request.over === 1)) {
    if (request.wanted === 0) return { state: "wait", granted: 0, waitMs: request.leaseMs, more: NOTHING, ...facts() };
    if (request.waited === 0) s.c++;
    if (s.t === request.id || s.x <= now) {
      s.t = request.id;
      s.x = now + request.leaseMs;
      return { state: "test", granted: 0, waitMs: 0, more: NOTHING, ...facts() };
    }
    const left = s.x - now;
    const waitMs = Math.max(1, Math.min(left, Math.max(2, Math.ceil(s.d / 4), s.d - (request.leaseMs - left))));
    return { state: "wait", granted: 0, waitMs, more: NOTHING, ...facts() };
  }
  const { granted, more } = grant(s, request, { known, now });
  const keep = left + granted - request.queued;
  if (keep > 0) s.leases.set(`${request.id}:${keep}`, now + request.spanMs);
  return { state: "open", granted, waitMs: 0, more, ...facts() };
}

function applyReport(s: MemoryState, request: PermitRequest, known: boolean): boolean {
  const opens = request.identity === s.i && request.grantedInWindow < 0 && request.remaining >= 0;
  if (opens && (request.reset > s.r || (request.clockSetBack === 1 && !known))) {
    s.m = Math.max(s.n, s.c);
    s.p = s.o;
    s.r = request.reset;
    s.l = request.limit;
    s.a = request.remaining;
    s.n = s.c = s.u = s.x = 0;
    s.o = Math.max(0, s.l - 1 - request.remaining);
    s.w = request.remaining;
    s.g = 0;
    s.b = "";
    if (request.testMs > 0) s.d = request.testMs;
    s.leases.clear();
    return false;
  }
  if (!known) return false;
  const hasExpired = request.held > 0 && !s.leases.delete(`${request.id}:${request.held}`);
  s.a += hasExpired ? -Math.max(0, request.held - request.stillHeld - request.returned) : request.returned;
  s.a = Math.max(0, s.a + request.orphaned);
  if (request.remaining >= 0) applyRemaining(s, request);
  return !hasExpired;
}

function applyRemaining(s: MemoryState, { id, remaining }: PermitRequest): void {
  if (s.b === id && remaining < s.w) {
    s.a = Math.max(s.a, remaining);
    s.b = "";
  }
  s.w = Math.min(s.w, remaining);
  s.o += Math.max(0, s.a - remaining);
  s.a = Math.min(s.a, remaining);
}

function grant(
  s: MemoryState,
  request: PermitRequest,
  { known, now }: { known: boolean; now: number },
): { granted: number; more: Grant["more"] } {
  let { grantedInWindow, unmet } = request;
  if (!known || grantedInWindow < 0) {
    s.n++;
    grantedInWindow = request.inFlight;
    unmet = 0;
    s.a = Math.max(0, s.a - request.inFlight);
  }
  if (request.wanted === 0) return { granted: 0, more: NOTHING };
  if (s.a < request.wanted) removeExpired(s, now);
  const share = Math.floor(Math.max(0, s.l - Math.max(s.o, s.p)) / Math.max(s.m, s.n, 1));
  const isEarly = request.pastHalf === 0 || !known;
  const absent = isEarly ? Math.max(0, s.m - s.n) * share : 0;
  const free = s.a - (isEarly ? Math.max(0, s.p - s.o) : 0);
  let granted = Math.max(0, Math.min(request.wanted, share - grantedInWindow, free));
  const rest = free - granted - absent;
  if (granted < request.wanted && rest > 0) {
    granted += Math.min(request.wanted - granted, Math.ceil(rest / (2 * (s.u + 1 - unmet))));
  }
  s.a -= granted;
  const isProbe = s.a === 0 && granted === 0 && s.w > 0 && now - s.g >= request.leaseMs;
  if (isProbe) {
    granted = 1;
    s.b = request.id;
  }
  if (granted > 0) s.g = now;
  if (granted >= request.wanted) {
    s.u -= unmet;
    return { granted, more: isProbe ? "probe" : NOTHING };
  }
  s.u += 1 - unmet;
  if (isProbe) return { granted, more: "probe" };
  if (free - granted - absent > 0) return { granted, more: "now" };
  if (s.a > 0) return { granted, more: "reserved" };
  return { granted, more: s.w > 0 || s.leases.size > 0 ? "leased" : NOTHING };
}

function removeExpired(s: MemoryState, now: number): void {
  for (const [lease, expiresAt] of s.leases) {
    if (expiresAt > now) continue;
    s.a += Number(lease.split(":").at(-1));
    s.leases.delete(lease);
  }
}

/** Stores of {@link decide} by limit, `way` milliseconds away. */
export interface MemoryStores {
  readonly states: Map<string, MemoryState>;
  /** Requests so far. */
  readonly requests: number;
  /** @param isHeard - false: what arrives there at this time is lost */
  of(limit: string, isHeard?: (place: "store" | "process") => boolean): PermitStore;
}

export function createMemoryStores(world: VirtualTime, way: () => number = () => 1): MemoryStores {
  const states = new Map<string, MemoryState>();
  let requests = 0;
  return {
    states,
    get requests() {
      return requests;
    },
    of: (limit, isHeard = () => true) => ({
      isReady: () => true,
      request: (request) =>
        new Promise((resolve) => {
          requests++;
          world.at(world.now() + way(), () => {
            if (!isHeard("store")) return;
            const state = states.get(limit) ?? emptyState();
            states.set(limit, state);
            const grant = decide(state, request, Math.floor(world.now()));
            world.at(world.now() + way(), () => {
              if (isHeard("process")) resolve(grant);
            });
          });
        }),
    }),
  };
}
