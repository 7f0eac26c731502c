import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../toolkit/tools.ts";

/** Figures that were measured at commits of this repository. */
export interface MeasuredFigures {
  /** Where they stand: `docs/benchmarks.md, "The fake"`. */
  readonly place: string;
  /** Commits that they were measured at; none if the place names none. */
  readonly commits: readonly string[];
  /** The code that they speak of; undefined if nobody has said. */
  readonly code: readonly string[] | undefined;
  /** Command that measures them again. */
  readonly command: string;
}

/** Questions to the history of a checkout. */
export interface History {
  /** True if the clone has only the last commits. */
  readonly isShallow: boolean;
  has(commit: string): boolean;
  /** The last commit that changed one of the paths, abbreviated, with its subject; undefined if `since` has the change. */
  lastChange(paths: readonly string[], since: string): string | undefined;
}

const PACING = ["packages/client/src/pacing", "packages/client/src/policies", "packages/client/src/retry"];
const CLIENT = ["packages/client/src"];
const ENGINES = ["engines/model/src", "engines/resources/src", "engines/schema/src"];
const FAKE = ["packages/testing/src", "engines/fastapi-validation/src", ...ENGINES];
const REDIS = ["packages/client/src/redis", ...PACING];

/** By the title of a table in `docs/benchmarks.md`: the benchmark that prints it, and the code that its figures speak of. */
const TABLES: { readonly [title: string]: readonly [bench: string, ...code: readonly string[]] } = {
  "Size in a browser bundle": ["size", ...CLIENT],
  "Overhead per call": ["overhead", ...CLIENT],
  "Type-checking a consumer": ["types", ...CLIENT, "packages/codegen/src/emit"],
  Generating: ["generate", "packages/codegen/src", ...ENGINES],
  "At a rate limit": ["pacing", ...PACING],
  "At rate limiters that others wrote": ["limiters", ...PACING],
  "The fake": ["fake", ...FAKE],
  "Many processes, one key, over Redis": ["redis", ...REDIS],
};

/** Line of a table that names the commits: `Measured at c0d6ad38.` */
const MEASURED = /^.*Measured at (.+)$/m;
const COMMIT = /\b[0-9a-f]{8,40}\b/g;

/**
 * The tables of the benchmarks and the recorded run, each with the code that it speaks of.
 *
 * @param benchmarks text of `docs/benchmarks.md`
 * @param run content of `docs/paced-run.json`
 */
export function measuredFigures(benchmarks: string, run: { readonly commit?: string }): MeasuredFigures[] {
  const sections = benchmarks.split(/^(?=## )/m).slice(1);
  const tables = sections.map((section): MeasuredFigures => {
    const title = section.slice(3).split("\n", 1)[0] ?? "";
    const [bench = "NAME", ...code] = TABLES[title] ?? [];
    return {
      place: `docs/benchmarks.md, "${title}"`,
      commits: MEASURED.exec(section)?.[1]?.match(COMMIT) ?? [],
      code: code.length === 0 ? undefined : code,
      command: `pnpm bench ${bench} --write`,
    };
  });
  const recorded = { place: "docs/paced-run.json", code: PACING, command: "pnpm bench paced-run" };
  return [...tables, { ...recorded, commits: run.commit === undefined ? [] : [run.commit] }];
}

/** A line for each place whose figures are older than the code they speak of, or that does not say how old they are. */
export function staleFigures(all: readonly MeasuredFigures[], history: History): string[] {
  if (history.isShallow)
    return ["figures: this clone lacks the commits that they were measured at; run `git fetch --unshallow`"];
  return all.flatMap(({ place, commits, code, command }) => {
    if (code === undefined) return [`${place}: name the code that it speaks of in scripts/release/measured-figures.ts`];
    if (commits.length === 0) return [`${place}: names no commit that measured it; run \`${command}\``];
    for (const commit of commits) {
      const change = history.has(commit) ? history.lastChange(code, commit) : "a commit of another history";
      if (change === undefined) continue;
      return [`${place}: was measured at ${commit}, and ${change} has changed that code since; run \`${command}\``];
    }
    return [];
  });
}

/** Tests and generated files change with every version, and no figure with them. */
const UNMEASURED = [":(exclude,glob)**/*.test.ts", ":(exclude,glob)**/generated/**"];

/** The history of a checkout. @param root its folder */
export function historyOf(root: string): History {
  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const isAncestor = (older: string, newer: string): boolean =>
    git("merge-base", "--is-ancestor", older, newer).status === 0;
  return {
    isShallow: git("rev-parse", "--is-shallow-repository").stdout.trim() === "true",
    has: (commit) => isAncestor(commit, "HEAD"),
    lastChange(paths, since) {
      const [id = "", shown] = git(
        "log",
        "-1",
        "--abbrev=8",
        "--format=%H%n%h (%s)",
        "--",
        ...paths,
        ...UNMEASURED,
      ).stdout.split("\n");
      return id === "" || isAncestor(id, since) ? undefined : shown;
    },
  };
}

/**
 * The commit that figures are measured at now.
 *
 * @returns undefined if code that figures speak of is not committed
 */
export function measuredCommit(root: string): string | undefined {
  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", "packages", "engines");
  return changed === "" ? git("rev-parse", "--short=8", "HEAD") : undefined;
}

/** {@link staleFigures} of this checkout. */
export function findStaleFigures(): string[] {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  const run = JSON.parse(read("docs/paced-run.json")) as { readonly commit?: string };
  return staleFigures(measuredFigures(read("docs/benchmarks.md"), run), historyOf(ROOT));
}
