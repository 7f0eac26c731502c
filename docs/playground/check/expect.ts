/** @throws Error that says what was expected, and what came */
export function expectMatch(got: string, pattern: RegExp, what: string): void {
  if (!pattern.test(got)) throw new Error(`${what}: expected ${pattern}, got ${JSON.stringify(got.slice(0, 300))}`);
}

/** @throws Error that says what was expected, and what came */
export function expectEqual<Value>(got: Value, wanted: Value, what: string): void {
  if (!Object.is(got, wanted)) throw new Error(`${what}: expected ${String(wanted)}, got ${String(got)}`);
}
