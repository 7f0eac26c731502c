import type { Model, Operation } from "@svc/model";
import { matchOperations } from "../compare/match-operations.ts";
import { cut } from "../schema/type-text.ts";
import { type Part, PLATFORM, partsOf, surfaceFile, typeFiles } from "./surface.ts";
import { checkFiles } from "./virtual-program.ts";

/** A part of an operation that programs written against the old types no longer compile with. */
export interface Refusal {
  /** Operation id in the new document. */
  readonly operation: string;
  readonly pointer: string;
  /** `parameters`, `body`, `result`, `404 error`. */
  readonly part: string;
  readonly direction: Part["direction"];
  /** The compiler's words, on one line. */
  readonly reason: string;
}

export interface Judgement {
  /** Operations of both documents: those that were judged, by their new id. */
  readonly operations: readonly string[];
  readonly refusals: readonly Refusal[];
}

interface Check {
  readonly operation: Operation;
  readonly part: Part;
  readonly before: Part;
}

/**
 * Lets the compiler say, for every operation of both documents, whether the old inputs are taken by the new types and the
 * new outputs by the old ones. All operations are checked in one program.
 */
export function judgeByCompiler(old: Model, now: Model): Judgement {
  const { pairs } = matchOperations(old.operations, now.operations);
  const checks = pairs.flatMap(([before, after]) => checksOf(partsOf(before, old), partsOf(after, now), after));
  const names = checks.map((_, index) => `P${index}`);
  const files = new Map<string, string>([
    ...typeFiles(old, "/old"),
    ...typeFiles(now, "/new"),
    ["/old/surface.ts", surfaceFile(checks.map(({ before }, index) => [names[index] ?? "", before.type]))],
    ["/new/surface.ts", surfaceFile(checks.map(({ part }, index) => [names[index] ?? "", part.type]))],
    ["/platform.d.ts", PLATFORM],
    ["/check.ts", checkSource(checks)],
  ]);
  const [errors = [], ...own] = checkFiles(files, ["/check.ts", "/old/surface.ts", "/new/surface.ts"]);
  // A type that cannot be looked up would pass every check.
  for (const { reasons } of own.flat())
    throw new Error(`A type that was emitted does not compile: ${reasons.join(" ")}`);
  const refusals = errors.map(({ line, reasons }): Refusal => {
    const check = checks[line - IMPORTS.length];
    if (check === undefined) throw new Error(`The judge's own file does not compile: ${reasons.join(" ")}`);
    return toRefusal(check, reasons);
  });
  return { operations: pairs.map(([, { id }]) => id), refusals };
}

const IMPORTS = ['import type * as o from "./old/surface.ts";', 'import type * as n from "./new/surface.ts";'];

function checksOf(before: readonly Part[], after: readonly Part[], operation: Operation): Check[] {
  return after.flatMap((part) => {
    const counterpart = before.find(({ name }) => name === part.name);
    return counterpart === undefined ? [] : [{ operation, part, before: counterpart }];
  });
}

/** One line per check. */
function checkSource(checks: readonly Check[]): string {
  const lines = checks.map(({ part }, index) => {
    const [from, to] = part.direction === "request" ? ["o", "n"] : ["n", "o"];
    return `export const c${index} = (value: ${from}.P${index}): ${to}.P${index} => value;`;
  });
  return `${[...IMPORTS, ...lines].join("\n")}\n`;
}

function toRefusal(
  { operation: { id, pointer }, part: { name, direction } }: Check,
  reasons: readonly string[],
): Refusal {
  // The innermost reasons tell what differs; the outer ones repeat whole types.
  return { operation: id, pointer, part: name, direction, reason: cut(reasons.slice(-2).join(" "), 300) };
}
