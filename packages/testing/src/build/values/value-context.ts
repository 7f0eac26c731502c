import { createRandom, fork, type Random, type Seed } from "../random.ts";
import { FIRST_NAMES, LAST_NAMES } from "./words.ts";

/** What a believable value is made from. */
export interface ValueContext {
  readonly random: Random;
  /** Seed of the object around it: values that belong together (name and address of one person) are made from it. */
  readonly kin: Seed;
  /** Present time of the fixture, in ms since the epoch. */
  readonly now: number;
  /** Position in a sequence or list. */
  readonly index: number;
  readonly description: string;
}

export interface Person {
  readonly first: string;
  readonly last: string;
  /** `ada.berg7`: ASCII only. */
  readonly handle: string;
}

/** The person that an object is about. */
export function personOf({ kin }: ValueContext): Person {
  const random = createRandom(fork(kin, "person"));
  const first = random.pick(FIRST_NAMES) ?? "Ada";
  const last = random.pick(LAST_NAMES) ?? "Berg";
  const plain = `${first}.${last}`.normalize("NFD").replace(/[^\w.]/g, "");
  return { first, last, handle: `${plain.toLowerCase()}${random.int(1, 99)}` };
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * A time that fits its name, in whole ms: what expires or is scheduled lies ahead; an update follows the creation, and
 * what comes later in a list was created earlier.
 */
export function timeOf(name: string, { kin, now, index }: ValueContext): number {
  const random = createRandom(fork(kin, "time"));
  const base = Math.trunc(now / 1000) * 1000;
  const created = base - (index * 30 + random.int(1, 29)) * MINUTE - random.int(0, 59) * 1000;
  if (/expir|until|due|deadline|schedul|next|valid_to|end|arriv/.test(name))
    return base + DAY + random.int(0, 6 * 1440) * MINUTE;
  if (/update|modif|last|seen|complete|finish|close|stop/.test(name)) return created + random.int(0, 50) * 1000;
  if (/birth/.test(name)) return base - random.int(20 * 365, 60 * 365) * DAY;
  return created;
}

/** `2025-06-01T09:30:00Z`. */
export function isoTime(ms: number): string {
  const clamped = Math.min(Math.max(ms, -62_135_596_800_000), 253_402_300_799_000);
  return new Date(clamped).toISOString().replace(/\.000Z$/, "Z");
}

/** A version 4 UUID (RFC 9562). */
export function uuidOf(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.int(0, 15));
  digits[12] = 4;
  digits[16] = 8 + random.int(0, 3);
  const text = digits.map((digit) => digit.toString(16)).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Text of hexadecimal digits. */
export function hexOf(random: Random, length: number): string {
  return Array.from({ length }, () => random.int(0, 15).toString(16)).join("");
}
