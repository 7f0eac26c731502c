/** Random choices that a seed repeats. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number below `end`. */
  below(end: number): number;
  chance(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32: the same choices every time. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick: <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value,
  };
}
