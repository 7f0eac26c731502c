import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Examples, pages and the playground that were written by hand for an earlier document and do not hold for the present one, each with
 * the first thing that is wrong. A bump cannot adapt them: it lists them, and people take them off the list one by one.
 */
export interface Outdated {
  readonly [subject: string]: string;
}

export const OUTDATED = "spec/outdated.json";

/** The list by its names: checks that run beside each other end in any order. */
export function inOrder(outdated: Outdated): Outdated {
  return Object.fromEntries(Object.entries(outdated).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function readOutdated(root: string): Outdated {
  const file = join(root, OUTDATED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outdated) : {};
}

/** Examples and pages that a check reports as failed, each with the first thing that is wrong with it. */
export function failedSubjects(output: string): Outdated {
  const lines = output.split("\n");
  const found = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const example = /^([\w-]+): FAILED\b/.exec(line)?.[1];
    const page = /^((?:[\w-]+\/)*[\w.-]+\.md|docs\/playground):/.exec(line)?.[1];
    const subject = example === undefined ? page : `examples/${example}`;
    if (subject === undefined || found.has(subject)) continue;
    found.set(
      subject,
      example === undefined ? line.slice(subject.length + 1).trim() : firstFault(lines.slice(index + 1)),
    );
  }
  return Object.fromEntries(found);
}

/** The first line of an example's output that tells a fault: tools say what they are and do before it. */
function firstFault(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^[\w-]+: (?:passed|FAILED) in /.test(line));
  const own = lines.slice(0, end < 0 ? undefined : end);
  return (own.find((line) => /error\b|✖/i.test(line)) ?? own[0] ?? "").trim();
}

/** Result of a check, given the list of outdated files. */
export interface Judged {
  readonly ok: boolean;
  readonly note: string;
}

/** The line by which a check says that it tells nothing on this machine: one without a browser, of the playground. */
export function skippedLine({ code, output }: { readonly code: number; readonly output: string }): string | undefined {
  return code === 0 ? /^skipped: .*$/m.exec(output)?.[0] : undefined;
}

/**
 * The files that a check finds outdated, to be listed anew; of one that tells nothing on this machine, those that are listed already.
 * Undefined where it fails without saying of what.
 */
export function findOutdated(
  result: { readonly code: number; readonly output: string },
  listed: Outdated,
  scope: RegExp,
): Outdated | undefined {
  if (skippedLine(result) !== undefined)
    return Object.fromEntries(Object.entries(listed).filter(([subject]) => scope.test(subject)));
  if (result.code === 0) return {};
  const failed = failedSubjects(result.output);
  return Object.keys(failed).length === 0 ? undefined : failed;
}

/**
 * A check that failed only for outdated files has passed, and says so; one that passed although something of
 * `scope` is listed has failed: it is to be taken off the list.
 */
export function judgeOutdated(
  { code, output }: { readonly code: number; readonly output: string },
  outdated: Outdated,
  scope: RegExp,
): Judged {
  const skipped = skippedLine({ code, output });
  if (skipped !== undefined) return { ok: true, note: skipped };
  const listed = Object.keys(outdated).filter((subject) => scope.test(subject));
  const failed = Object.keys(failedSubjects(output));
  const settled = listed.filter((subject) => !failed.includes(subject));
  if (settled.length > 0) return { ok: false, note: `agrees again, take it out of ${OUTDATED}: ${settled.join(", ")}` };
  if (code === 0) return { ok: true, note: output.trimEnd().split("\n").at(-1) ?? "" };
  const isKnown = failed.length > 0 && failed.every((subject) => listed.includes(subject));
  if (!isKnown) return { ok: false, note: `exit code ${code}` };
  return { ok: true, note: `not adapted to the new document yet: ${failed.join(", ")}` };
}
