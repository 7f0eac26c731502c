/** Semver levels of a TypeScript SDK, lowest first. */
export const LEVELS = ["none", "patch", "minor", "major"] as const;
export type Level = (typeof LEVELS)[number];

/** Effect of a change: programs stop compiling, calls behave differently, hand-built fixtures must change. */
export type Label = "compile" | "runtime" | "fixture";

/** The highest of the levels: `none` where there are none. */
export function maxLevel(levels: Iterable<Level>): Level {
  let highest = 0;
  for (const level of levels) highest = Math.max(highest, LEVELS.indexOf(level));
  return LEVELS[highest] ?? "none";
}

/** True where `level` asks for more than `other`. */
export function isAbove(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}

/**
 * The level for a package of this version: below 1.0.0 every level shifts down by one (a minor may break, a patch may
 * add), but a patch stays a patch.
 *
 * @param version of the package, `0.3.1`: not of the document.
 */
export function shiftForVersion(level: Level, version: string): Level {
  if (!/^v?0\./.test(version)) return level;
  if (level === "major") return "minor";
  return level === "minor" ? "patch" : level;
}
