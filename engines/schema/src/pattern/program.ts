import { type PatternNode, parsePattern } from "@svc/model";
import { alphabetOf } from "./alphabet.ts";
import { withoutLookaheads } from "./lookaheads.ts";

/** A step of a machine that reads a text: states are positions in the program. */
export type Step =
  /** Reads one character of a set; undefined: any. */
  | { readonly kind: "read"; readonly source: string | undefined; readonly next: number }
  | { readonly kind: "go"; readonly next: readonly number[] }
  /** Passes at the start only, or at the end only. */
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "match"; readonly machine: number };

/** Several patterns as one machine, each anywhere in the text unless it is anchored. */
export interface Program {
  readonly steps: readonly Step[];
  /** Where each pattern begins. */
  readonly starts: readonly number[];
  /** The pattern to which each step belongs. */
  readonly machines: readonly number[];
}

/** Steps of all patterns; `a{1000}{1000}` is given up. */
const MAX_STEPS = 4_000;
/** Optional repetitions that are written out; beyond, the number is left open: what is made has to be checked. */
const MAX_OPTIONAL = 64;

/** Undefined where a pattern cannot be read so. Other look-arounds than those at the start, word borders and back references are left out. */
export function compilePatterns(patterns: readonly string[]): Program | undefined {
  const steps: Step[] = [];
  const machines: number[] = [];
  const starts: number[] = [];
  for (const [machine, pattern] of patterns.flatMap(withoutLookaheads).entries()) {
    const options = parsePattern(pattern);
    if (options === undefined) return undefined;
    const add: Add = (step) => {
      if (steps.length >= MAX_STEPS) throw new TooLong();
      machines.push(machine);
      return steps.push(step) - 1;
    };
    try {
      const match = add({ kind: "match", machine });
      const rest = addLoop(add, steps, (next) => add({ kind: "read", source: undefined, next }), match);
      const begin = addOptions(options, rest, { add, steps });
      const isAnchored = options.every(([first]) => first?.kind === "start");
      // What nothing leads to any more would be followed along with the rest.
      starts.push(
        isAnchored ? begin : addLoop(add, steps, (next) => add({ kind: "read", source: undefined, next }), begin),
      );
    } catch (error) {
      if (error instanceof TooLong) return undefined;
      throw error;
    }
  }
  return { steps, starts, machines };
}

class TooLong extends Error {}

type Add = (step: Step) => number;

interface Writing {
  readonly add: Add;
  readonly steps: Step[];
}

/** Any number of times what `body` writes, then `next`. */
function addLoop(add: Add, steps: Step[], body: (next: number) => number, next: number): number {
  const fork = add({ kind: "go", next: [] });
  steps[fork] = { kind: "go", next: [body(fork), next] };
  return fork;
}

function addOptions(options: readonly (readonly PatternNode[])[], next: number, writing: Writing): number {
  const begins = options.map((nodes) => nodes.reduceRight((after, node) => addNode(node, after, writing), next));
  const [only] = begins;
  return begins.length === 1 && only !== undefined ? only : writing.add({ kind: "go", next: begins });
}

function addNode(node: PatternNode, next: number, writing: Writing): number {
  const { add, steps } = writing;
  switch (node.kind) {
    case "start":
    case "end":
      return add({ kind: node.kind, next });
    case "character":
      return add({ kind: "read", source: node.source, next });
    case "literal":
      return add({ kind: "read", source: node.text.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&"), next });
    case "group":
      return addOptions(node.options, next, writing);
    case "border":
    case "look":
      return next;
    case "reference":
      return addLoop(add, steps, (after) => add({ kind: "read", source: undefined, next: after }), next);
    case "repeat": {
      const { min, max } = node;
      let begin = next;
      if (max - min > MAX_OPTIONAL) begin = addLoop(add, steps, (after) => addNode(node.node, after, writing), begin);
      else
        for (let n = min; n < max; n++) begin = add({ kind: "go", next: [addNode(node.node, begin, writing), next] });
      for (let n = 0; n < min; n++) {
        const before = begin;
        begin = addNode(node.node, begin, writing);
        // It reads nothing: a billion times nothing is nothing.
        if (begin === before) break;
      }
      return begin;
    }
  }
}

/** Characters of ASCII, and those of other scripts that the patterns speak of. */
export function charactersOf({ steps }: Program): string[] {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const sources = new Set(steps.flatMap((step) => (step.kind === "read" && step.source ? [step.source] : [])));
  return [...new Set([...ascii, ...[...sources].flatMap((source) => alphabetOf(source))])];
}
