import { createRandom, fork, type Random, type Seed } from "../builders/random.ts";
import { FIRST_NAMES, LAST_NAMES } from "./words.ts";

/** Sources of a believable value. */
export interface ValueContext {
  readonly random: Random;
  /** Seed of the object around it: values that belong together (name and address of one person) are made from it. */
  readonly kin: Seed;
  /** Present time of the fixture, in ms since the epoch. */
  readonly now: number;
  /** Position in a sequence or list. */
  readonly index: number;
  readonly description: string;
  /** Whether any value will do, not only a believable one. */
  readonly isAny: boolean;
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
  return { first, last, handle: `${plain(first)}.${plain(last)}${random.int(1, 99)}` };
}

/** Small letters of ASCII only. */
function plain(name: string): string {
  const known = PLAIN.get(name) ?? name.normalize("NFD").replace(/\W/g, "").toLowerCase();
  PLAIN.set(name, known);
  return known;
}

const PLAIN = new Map<string, string>();

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
  // Ends come after beginnings, and soon.
  if (/(?:^|_)(?:end(?:s|ed|ing)?|finish(?:es|ed)?|complet(?:es|ed)|clos(?:es|ed)|stop(?:s|ped)?)(?:_|$)/.test(name))
    return created + random.int(1, 50) * 1000;
  if (/expir|until|due|deadline|schedul|next|valid_to|end|arriv/.test(name))
    return base + DAY + random.int(0, 6 * 1440) * MINUTE;
  if (/update|modif|last|seen/.test(name)) return created + random.int(0, 50) * 1000;
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
  const version = 0x4000 + random.int(0, 0xfff);
  const variant = 0x8000 + random.int(0, 0x3fff);
  const last = hexOf(random, 12);
  return `${hexOf(random, 8)}-${hexOf(random, 4)}-${version.toString(16)}-${variant.toString(16)}-${last}`;
}

/** Text of hexadecimal digits. */
export function hexOf(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    const digits = Math.min(8, length - text.length);
    text += random
      .int(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, "0");
  }
  return text;
}
