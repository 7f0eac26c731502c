import { createWork, type Work } from "../work.ts";
import { compileMachine, type Machine } from "./machine.ts";
import { type PatternNode, parsePattern } from "./parse-pattern.ts";
import { regExp } from "./regexp.ts";
import { runMachine } from "./run-machine.ts";

/** Whether a text matches; undefined where that cannot be told with the work that is left. */
export type MatchPattern = (text: string, work?: Work) => boolean | undefined;

/** Ways through a pattern that JavaScript's engine, which goes back and tries the next, may take for one text. */
const MAX_WAYS = 1_000_000;
/** Length of texts up to which a pattern has to be matched, to be one. */
const ORDINARY = 64;

const matchers = new Map<string, MatchPattern | undefined>();
/** More distinct patterns than any document has; a bound for processes that see many documents. */
const MAX_CACHED = 10_000;

/**
 * Matches a `pattern` in a time that grows with the text and not with the ways through it, as services do whose engines never
 * go back (Rust's, RE2). JavaScript's own engine is asked where the ways are few, as they are for nearly all patterns; else a
 * machine that follows all of them at once. Undefined for what is no pattern, and for what neither can match: back references and
 * look-behinds among so many ways that 64 characters are too many, and repetitions of repetitions that would take thousands of steps.
 */
export function matcherOf(pattern: string): MatchPattern | undefined {
  const known = matchers.get(pattern);
  if (known !== undefined || matchers.has(pattern)) return known;
  if (matchers.size >= MAX_CACHED) matchers.clear();
  const matcher = createMatcher(pattern);
  matchers.set(pattern, matcher);
  return matcher;
}

function createMatcher(pattern: string): MatchPattern | undefined {
  const expression = regExp(pattern);
  if (expression === undefined) return undefined;
  const options = parsePattern(pattern);
  // What cannot be parsed is no risk without repetitions.
  if (options === undefined)
    return /[*+?{]/.test(pattern) || !isCompilable(expression) ? undefined : native(expression);
  const starts = options.every(([first]) => first?.kind === "start") ? 0 : 1;
  const isQuick = (length: number): boolean => waysOf(options, length) * length ** starts <= MAX_WAYS;
  const longest = LENGTHS.findLast(isQuick) ?? -1;
  if (longest < ORDINARY) {
    // Compiling what has so many ways may take as long as trying them.
    const machine = exactMachine(options, expression);
    return machine && ((text, work = createWork()) => runMachine(machine, text, work));
  }
  if (!isCompilable(expression)) return undefined;
  if (longest === LENGTHS.at(-1)) return native(expression);
  let machine: Machine | undefined;
  return (text, work = createWork()) => {
    if (text.length <= longest) return expression.test(text);
    machine ??= exactMachine(options, expression);
    return machine && runMachine(machine, text, work);
  };
}

function native(expression: RegExp): MatchPattern {
  return (text) => expression.test(text);
}

function exactMachine(options: readonly (readonly PatternNode[])[], { flags }: RegExp): Machine | undefined {
  const machine = compileMachine(options, { flags });
  return machine?.isExact ? machine : undefined;
}

/** It is compiled at its first use, which fails for what is too large. */
function isCompilable(expression: RegExp): boolean {
  try {
    expression.test("");
    return true;
  } catch {
    return false;
  }
}

/** Lengths of texts for which the ways are counted; the last stands for any that a request may hold. */
const LENGTHS = [...Array.from({ length: 30 }, (_, power) => 2 ** power)];

/** Ways in which alternatives and repetitions may share out a text of a length, at most. */
function waysOf(options: readonly (readonly PatternNode[])[], length: number): number {
  const ways = options.map((nodes) => nodes.reduce((product, node) => product * waysThrough(node, length), 1));
  return ways.reduce((sum, one) => sum + one, 0);
}

function waysThrough(node: PatternNode, length: number): number {
  if (node.kind === "group" || node.kind === "look") return waysOf(node.options, length);
  if (node.kind !== "repeat") return 1;
  const { min, max } = node;
  const inner = waysThrough(node.node, length);
  const counts = Math.min(max - min, length) + 1;
  return inner === 1 ? counts : counts * inner ** Math.min(max, length);
}
