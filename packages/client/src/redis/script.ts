import type { Grant, PermitRequest } from "./permit-store.ts";

/** Numbers of a {@link PermitRequest} in the order of the script's arguments, which begin with the id. */
const NUMBERS = [
  "leaseMs",
  "spanMs",
  "wanted",
  "queued",
  "reset",
  "over",
  "pastHalf",
  "limit",
  "remaining",
  "held",
  "stillHeld",
  "returned",
  "orphaned",
  "grantedInWindow",
  "unmet",
  "waited",
  "releaseTest",
  "testMs",
  "inFlight",
  "clockSetBack",
  "identity",
] as const satisfies readonly (keyof PermitRequest)[];

/** Unused keys expire. One request to the service then learns the window anew. */
const KEEP_MS = 600_000;

/** Arguments of the script. */
export function writeArguments(request: PermitRequest): string[] {
  return [request.id, ...NUMBERS.map((name) => String(Math.round(request[name])))];
}

const STATES = ["open", "test", "wait"] as const;
const MORE = ["nothing", "reserved", "leased", "now", "probe"] as const;

/**
 * Reads the numbers that the script returns.
 *
 * @throws TypeError if the reply has another shape
 */
export function readReply(reply: unknown): Grant {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [
    stateIndex = NaN,
    granted = 0,
    reset = 0,
    limit = 0,
    waitMs = 0,
    keeps,
    moreIndex = NaN,
    testMs = 0,
    tester,
    identity = 0,
  ] = numbers;
  const [state, more] = [STATES[stateIndex], MORE[moreIndex]];
  // Fields that hold no numbers of the script's come back as negative or endless ones, for which nobody waits.
  if (numbers.length !== 10 || !numbers.every((one) => one >= 0 && one <= Number.MAX_SAFE_INTEGER) || !state || !more)
    throw new TypeError(`Redis: unexpected reply of the script: ${typeof reply}`);
  return { state, granted, reset, limit, waitMs, keeps: keeps === 1, more, testMs, tester: tester === 1, identity };
}

/**
 * Decides on one request, atomically. Redis' clock measures only how long leases last; the window comes from the
 * service's Reset. Uses no command newer than Redis 5; both keys are in one slot of a cluster.
 *
 * Hash: r end of the window, l limit, a free permits, n processes seen in the window, m in the last one, c processes
 * that wait for the next, u processes whose last request was not granted in full, o permits used by other clients of the
 * credential, p the same in the last window, x time until which the test of the window's end is held, d duration of the
 * last test, t id of the last tester, w lowest Remaining reported, g time of the last grant, b id of the process that
 * probes what is left, i number of the limit. Sorted set: leases of unspent permits by expiry, `id:count`.
 */
export const SCRIPT: string = `local k, z, id = KEYS[1], KEYS[2], ARGV[1]
${NUMBERS.map((name, index) => `local ${name} = tonumber(ARGV[${index + 2}])`).join("\n")}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local s = redis.call('HMGET', k, 'r', 'l', 'a', 'n', 'm', 'c', 'u', 'o', 'p', 'x', 'd', 'w', 'g', 'i', 't', 'b')
for i = 1, 14 do s[i] = tonumber(s[i] or 0) or 0 end
local r, l, a, n, m, c, u, o, p, x, d, w, g, i, t, b = unpack(s, 1, 16)
-- Redis' clock may have been set back since these times were stored.
x, g = math.min(x, now + leaseMs), math.min(g, now)
if r == 0 or i == 0 then i = identity end
local known, keeps = r > 0 and reset == r and identity == i, 0
-- A process that has had permits of a window that is not stored knows too little of what others have used of it.
local opens = identity == i and grantedInWindow < 0 and remaining >= 0
if opens and (reset > r or (clockSetBack == 1 and not known)) then
  m, p = math.max(n, c), o
  r, l, a = reset, limit, remaining
  n, c, u, o, x = 0, 0, 0, math.max(0, l - 1 - remaining), 0
  w, g, b = remaining, 0, ''
  if testMs > 0 then d = testMs end
  redis.call('DEL', z)
elseif known then
  keeps = 1
  if held > 0 and redis.call('ZREM', z, id .. ':' .. held) == 0 then
    a = a - math.max(0, held - stillHeld - returned)
    keeps = 0
  else
    a = a + returned
  end
  a = math.max(0, a + orphaned)
  if remaining >= 0 then
    if b == id and remaining < w then a, b = math.max(a, remaining), '' end
    w = math.min(w, remaining)
    if remaining < a then
      o = o + a - remaining
      a = remaining
    end
  end
end
if keeps == 0 then stillHeld = 0 end
local state, granted, wait, more = 0, 0, 0, 0
if releaseTest == 1 and t == id then x = 0 end
if r == 0 or (known and over == 1) then
  state, wait = 2, leaseMs
  if wanted > 0 then
    if waited == 0 then c = c + 1 end
    if t == id or x <= now then
      state, wait, t, x = 1, 0, id, now + leaseMs
    else
      local since = leaseMs - (x - now)
      wait = math.max(1, math.min(x - now, math.max(2, math.ceil(d / 4), d - since)))
    end
  end
else
  if not known or grantedInWindow < 0 then
    n, grantedInWindow, unmet = n + 1, inFlight, 0
    a = math.max(0, a - inFlight)
  end
  if wanted > 0 then
    if a < wanted then
      for _, lost in ipairs(redis.call('ZRANGEBYSCORE', z, '-inf', now)) do
        a = a + tonumber(string.match(lost, ':(%d+)$'))
        redis.call('ZREM', z, lost)
      end
    end
    local share = math.floor(math.max(0, l - math.max(o, p)) / math.max(m, n, 1))
    local absent, strangers = 0, 0
    if pastHalf == 0 or not known then absent, strangers = math.max(0, m - n) * share, math.max(0, p - o) end
    local free = a - strangers
    granted = math.max(0, math.min(wanted, share - grantedInWindow, free))
    local rest = free - granted - absent
    if granted < wanted and rest > 0 then
      local step = math.ceil(rest / (2 * (u + 1 - unmet)))
      granted = granted + math.min(wanted - granted, step)
    end
    a = a - granted
    if a == 0 and granted == 0 and w > 0 and now - g >= leaseMs then granted, b, more = 1, id, 4 end
    if granted > 0 then g = now end
    if granted < wanted then
      u = u + 1 - unmet
      if more == 4 then more = 4
      elseif free - granted - absent > 0 then more = 3
      elseif a > 0 then more = 1
      elseif w > 0 or redis.call('ZCARD', z) > 0 then more = 2 end
    else
      u = u - unmet
    end
  end
  local keep = stillHeld + granted - queued
  if keep > 0 then
    redis.call('ZADD', z, now + spanMs, id .. ':' .. keep)
    redis.call('PEXPIRE', z, ${KEEP_MS})
  end
end
redis.call('HSET', k, 'r', r, 'l', l, 'a', a, 'n', n, 'm', m, 'c', c, 'u', u, 'o', o, 'p', p, 'x', x, 'd', d, 'w', w, 'g', g, 'i', i, 't', t or '', 'b', b or '')
redis.call('PEXPIRE', k, ${KEEP_MS})
return {state, granted, r, l, wait, keeps, more, d, t == id and 1 or 0, i}
`;
