/** 64 bits from which a stream of random numbers, or further seeds, are made. */
export interface Seed {
  readonly a: number;
  readonly b: number;
}

/** A stream of pseudo-random numbers. Not for secrets. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive), 32 bits fine. */
  next(): number;
  /** A whole number between both bounds, both inclusive. */
  int(min: number, max: number): number;
  /** One of the values; the first of an empty list is undefined. */
  pick<T>(values: readonly [T, ...T[]]): T;
  pick<T>(values: readonly T[]): T | undefined;
}

/** Where all seeds come from; any constants would do. */
const ROOT: Seed = { a: 0xdeadbeef, b: 0x41c6ce57 };

/** The seed that a text or number stands for. */
export function seedOf(key: string | number): Seed {
  return fork(ROOT, key);
}

/**
 * A seed that depends on another and on a key: values made from it do not move when their neighbours do.
 * The hash is cyrb53 (public domain), with the parent as its starting state.
 */
export function fork({ a, b }: Seed, key: string | number): Seed {
  const text = typeof key === "number" ? `#${key}` : key;
  let h1 = a;
  let h2 = b;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) + 1;
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return { a: h1 >>> 0, b: h2 >>> 0 };
}

/** The stream of a seed: sfc32 (Chris Doty-Humphrey, PractRand), small and fast. */
export function createRandom(seed: Seed): Random {
  let a = seed.a | 0;
  let b = seed.b | 0;
  let c = 0x9e3779b9 | 0;
  let count = 1;
  const step = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Neighbouring seeds give similar numbers at first.
  for (let round = 0; round < 8; round++) step();
  const next = () => step() / 4294967296;
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
  };
}
