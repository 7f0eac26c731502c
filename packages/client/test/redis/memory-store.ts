import type { Ask, Grant } from "../../src/redis/store.ts";

/** The script's state machine in TypeScript, for simulations: a test holds it equal to the script. */
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
    t: "",
    b: "",
    leases: new Map(),
  };
}

const NEVER = "nothing" as const;

/** One decision at the time `now` of the store. */
export function decide(s: MemoryState, ask: Ask, now: number): Grant {
  s.x = Math.min(s.x, now + ask.lease);
  s.g = Math.min(s.g, now);
  const known = s.r > 0 && ask.reset === s.r;
  const keeps = tell(s, ask, known);
  const left = keeps ? ask.left : 0;
  if (ask.release === 1 && s.t === ask.id) s.x = 0;
  const facts = (): Pick<Grant, "reset" | "limit" | "keeps" | "testMs" | "tester"> => ({
    reset: s.r,
    limit: s.l,
    keeps,
    testMs: s.d,
    tester: s.t === ask.id,
  });
  if (s.r === 0 || (known && ask.over === 1)) {
    if (ask.want === 0) return { state: "wait", granted: 0, wait: ask.lease, more: NEVER, ...facts() };
    if (ask.waited === 0) s.c++;
    if (s.t === ask.id || s.x <= now) {
      s.t = ask.id;
      s.x = now + ask.lease;
      return { state: "test", granted: 0, wait: 0, more: NEVER, ...facts() };
    }
    const left = s.x - now;
    const wait = Math.max(1, Math.min(left, Math.max(2, Math.ceil(s.d / 4), s.d - (ask.lease - left))));
    return { state: "wait", granted: 0, wait, more: NEVER, ...facts() };
  }
  const { granted, more } = grant(s, ask, { known, now });
  const keep = left + granted - ask.queued;
  if (keep > 0) s.leases.set(`${ask.id}:${keep}`, now + ask.span);
  return { state: "open", granted, wait: 0, more, ...facts() };
}

function tell(s: MemoryState, ask: Ask, known: boolean): boolean {
  if ((ask.reset > s.r || (ask.reopen === 1 && !known)) && ask.remaining >= 0) {
    s.m = Math.max(s.n, s.c);
    s.p = s.o;
    s.r = ask.reset;
    s.l = ask.limit;
    s.a = ask.remaining;
    s.n = s.c = s.u = s.x = 0;
    s.o = Math.max(0, s.l - 1 - ask.remaining);
    s.w = ask.remaining;
    s.g = 0;
    s.b = "";
    if (ask.took > 0) s.d = ask.took;
    s.leases.clear();
    return false;
  }
  if (!known) return false;
  const isSwept = ask.held > 0 && !s.leases.delete(`${ask.id}:${ask.held}`);
  s.a += isSwept ? -Math.max(0, ask.held - ask.left - ask.back) : ask.back;
  s.a = Math.max(0, s.a + ask.stray);
  if (ask.remaining >= 0) hear(s, ask);
  return !isSwept;
}

function hear(s: MemoryState, { id, remaining }: Ask): void {
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
  ask: Ask,
  { known, now }: { known: boolean; now: number },
): { granted: number; more: Grant["more"] } {
  let { had, unmet } = ask;
  if (!known || had < 0) {
    s.n++;
    had = ask.flying;
    unmet = 0;
    s.a = Math.max(0, s.a - ask.flying);
  }
  if (ask.want === 0) return { granted: 0, more: NEVER };
  if (s.a < ask.want) sweep(s, now);
  const share = Math.floor(Math.max(0, s.l - Math.max(s.o, s.p)) / Math.max(s.m, s.n, 1));
  const isEarly = ask.half === 0 || !known;
  const absent = isEarly ? Math.max(0, s.m - s.n) * share : 0;
  const free = s.a - (isEarly ? Math.max(0, s.p - s.o) : 0);
  let granted = Math.max(0, Math.min(ask.want, share - had, free));
  const rest = free - granted - absent;
  if (granted < ask.want && rest > 0) {
    granted += Math.min(ask.want - granted, Math.ceil(rest / (2 * (s.u + 1 - unmet))));
  }
  s.a -= granted;
  const finds = s.a === 0 && granted === 0 && s.w > 0 && now - s.g >= ask.lease;
  if (finds) {
    granted = 1;
    s.b = ask.id;
  }
  if (granted > 0) s.g = now;
  if (granted >= ask.want) {
    s.u -= unmet;
    return { granted, more: finds ? "found out" : NEVER };
  }
  s.u += 1 - unmet;
  if (finds) return { granted, more: "found out" };
  if (free - granted - absent > 0) return { granted, more: "now" };
  if (s.a > 0) return { granted, more: "reserved" };
  return { granted, more: s.w > 0 || s.leases.size > 0 ? "leased" : NEVER };
}

function sweep(s: MemoryState, now: number): void {
  for (const [lease, expiresAt] of s.leases) {
    if (expiresAt > now) continue;
    s.a += Number(lease.split(":").at(-1));
    s.leases.delete(lease);
  }
}
