import type { Ask } from "./store.ts";

/** The numbers of an {@link Ask}, in the order in which the script takes them, after the id. */
const NUMBERS = [
  "lease",
  "span",
  "want",
  "queued",
  "reset",
  "over",
  "half",
  "limit",
  "remaining",
  "held",
  "left",
  "back",
  "stray",
  "had",
  "unmet",
  "waited",
  "release",
  "took",
  "flying",
  "reopen",
] as const satisfies readonly (keyof Ask)[];

/** The keys go by themselves after so long without use. What is lost then is learnt anew by one request. */
const KEEP_MS = 600_000;

/** Arguments of the script. */
export function writeAsk(ask: Ask): string[] {
  return [ask.id, ...NUMBERS.map((name) => String(Math.round(ask[name])))];
}

/**
 * One decision, atomically. Redis' clock measures only how long leases last; the window is told by the service's Reset.
 * No command is newer than Redis 5. Both keys are in one slot.
 *
 * Hash: r end of the window, l limit, a free permits, n processes seen in the window, m in the last one, c waiting for
 * the next, u whose ask was not met, o permits that strangers used, p in the last window, x until when the end of the
 * window is being tested, d how long the last test took, t who tests, w lowest Remaining told, g when permits were last
 * given, b who finds out what is left. Sorted set: leases of unspent permits by expiry, `id:count`.
 */
export const SCRIPT: string = `local k, z, id = KEYS[1], KEYS[2], ARGV[1]
${NUMBERS.map((name, index) => `local ${name} = tonumber(ARGV[${index + 2}])`).join("\n")}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local s = redis.call('HMGET', k, 'r', 'l', 'a', 'n', 'm', 'c', 'u', 'o', 'p', 'x', 'd', 'w', 'g', 't', 'b')
for i = 1, 13 do s[i] = tonumber(s[i] or 0) or 0 end
local r, l, a, n, m, c, u, o, p, x, d, w, g, t, b = unpack(s, 1, 15)
-- Redis' clock may have gone back since.
x, g = math.min(x, now + lease), math.min(g, now)
local known, keeps = r > 0 and reset == r, 0
if (reset > r or (reopen == 1 and not known)) and remaining >= 0 then
  m, p = math.max(n, c), o
  r, l, a = reset, limit, remaining
  n, c, u, o, x = 0, 0, 0, math.max(0, l - 1 - remaining), 0
  w, g, b = remaining, 0, ''
  if took > 0 then d = took end
  redis.call('DEL', z)
elseif known then
  keeps = 1
  if held > 0 and redis.call('ZREM', z, id .. ':' .. held) == 0 then
    a = a - math.max(0, held - left - back)
    keeps = 0
  else
    a = a + back
  end
  a = math.max(0, a + stray)
  if remaining >= 0 then
    if b == id and remaining < w then a, b = math.max(a, remaining), '' end
    w = math.min(w, remaining)
    if remaining < a then
      o = o + a - remaining
      a = remaining
    end
  end
end
if keeps == 0 then left = 0 end
local state, granted, wait, more = 0, 0, 0, 0
if release == 1 and t == id then x = 0 end
if r == 0 or (known and over == 1) then
  state, wait = 2, lease
  if want > 0 then
    if waited == 0 then c = c + 1 end
    if t == id or x <= now then
      state, wait, t, x = 1, 0, id, now + lease
    else
      local since = lease - (x - now)
      wait = math.max(1, math.min(x - now, math.max(2, math.ceil(d / 4), d - since)))
    end
  end
else
  if not known or had < 0 then
    n, had, unmet = n + 1, flying, 0
    a = math.max(0, a - flying)
  end
  if want > 0 then
    if a < want then
      for _, lost in ipairs(redis.call('ZRANGEBYSCORE', z, '-inf', now)) do
        a = a + tonumber(string.match(lost, ':(%d+)$'))
        redis.call('ZREM', z, lost)
      end
    end
    local share = math.floor(math.max(0, l - math.max(o, p)) / math.max(m, n, 1))
    local absent, strangers = 0, 0
    if half == 0 or not known then absent, strangers = math.max(0, m - n) * share, math.max(0, p - o) end
    local free = a - strangers
    granted = math.max(0, math.min(want, share - had, free))
    local rest = free - granted - absent
    if granted < want and rest > 0 then
      local step = math.ceil(rest / (2 * (u + 1 - unmet)))
      granted = granted + math.min(want - granted, step)
    end
    a = a - granted
    if a == 0 and granted == 0 and w > 0 and now - g >= lease then granted, b, more = 1, id, 4 end
    if granted > 0 then g = now end
    if granted < want then
      u = u + 1 - unmet
      if more == 4 then more = 4
      elseif free - granted - absent > 0 then more = 3
      elseif a > 0 then more = 1
      elseif w > 0 or redis.call('ZCARD', z) > 0 then more = 2 end
    else
      u = u - unmet
    end
  end
  local keep = left + granted - queued
  if keep > 0 then
    redis.call('ZADD', z, now + span, id .. ':' .. keep)
    redis.call('PEXPIRE', z, ${KEEP_MS})
  end
end
redis.call('HSET', k, 'r', r, 'l', l, 'a', a, 'n', n, 'm', m, 'c', c, 'u', u, 'o', o, 'p', p, 'x', x, 'd', d, 'w', w, 'g', g, 't', t or '', 'b', b or '')
redis.call('PEXPIRE', k, ${KEEP_MS})
return {state, granted, r, l, wait, keeps, more, d, t == id and 1 or 0}
`;
