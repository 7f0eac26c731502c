import type { PatternNode } from "./parse-pattern.ts";

/** A step of a machine; `next` are indexes of steps. */
export type Step =
  /** Reads a character of a set, whose class or escape is the source. */
  | {
      readonly kind: "read";
      readonly source: string;
      readonly has: (character: string) => boolean;
      readonly next: number;
    }
  | { readonly kind: "go"; next: readonly number[] }
  | { readonly kind: "start"; readonly next: number }
  | { readonly kind: "end"; readonly next: number }
  | { readonly kind: "border"; readonly isNot: boolean; readonly next: number }
  /** Goes on where another machine, begun here, comes to its end, or does not. */
  | { readonly kind: "look"; readonly begin: number; readonly isNot: boolean; readonly next: number }
  | { readonly kind: "match" };

/** A pattern as a machine that is in several steps at once. */
export interface Machine {
  readonly steps: readonly Step[];
  readonly begin: number;
  /** False if it reads any text for a back reference or after a look-behind. */
  readonly isExact: boolean;
}

/** Steps of a machine; a repetition is written out as often as it is to be made. */
const MAX_STEPS = 5_000;

class TooLong extends Error {}

type Write = (step: Step) => number;

export interface MachineOptions {
  /** Flags of the regular expression. */
  readonly flags: string;
  /** Optional repetitions that are written out: beyond, their number is left open. @default all */
  readonly mostOptional?: number;
}

/** Undefined for more than {@link MAX_STEPS} steps. */
export function compileMachine(
  options: readonly (readonly PatternNode[])[],
  { flags, mostOptional = Number.POSITIVE_INFINITY }: MachineOptions,
): Machine | undefined {
  const steps: Step[] = [];
  const write: Write = (step) => {
    if (steps.length >= MAX_STEPS) throw new TooLong();
    return steps.push(step) - 1;
  };
  const writing: Writing = { write, flags, mostOptional, isExact: true };
  try {
    const begin = writeOptions(options, write({ kind: "match" }), writing);
    return { steps, begin, isExact: writing.isExact };
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

interface Writing extends Required<MachineOptions> {
  readonly write: Write;
  isExact: boolean;
}

/** Writes the steps of alternatives before those that follow; returns the first. */
function writeOptions(options: readonly (readonly PatternNode[])[], next: number, writing: Writing): number {
  const begins = options.map((nodes) => nodes.reduceRight((after, node) => writeNode(node, after, writing), next));
  const [only] = begins;
  return begins.length === 1 && only !== undefined ? only : writing.write({ kind: "go", next: begins });
}

function writeNode(node: PatternNode, next: number, writing: Writing): number {
  const { write, flags } = writing;
  switch (node.kind) {
    case "start":
    case "end":
      return write({ kind: node.kind, next });
    case "border":
      return write({ kind: "border", isNot: node.isNot, next });
    case "literal":
      return write({ kind: "read", source: escaped(node.text), has: (character) => character === node.text, next });
    case "character":
      return write({ kind: "read", source: node.source, has: setOf(node.source, flags), next });
    case "group":
      return writeOptions(node.options, next, writing);
    case "reference":
      writing.isExact = false;
      return writeRepeat({ node: ANY, min: 0, max: Number.POSITIVE_INFINITY }, next, writing);
    case "look": {
      if (node.isBehind) {
        writing.isExact = false;
        return next;
      }
      const begin = writeOptions(node.options, write({ kind: "match" }), writing);
      return write({ kind: "look", begin, isNot: node.isNot, next });
    }
    case "repeat":
      return writeRepeat(node, next, writing);
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}

const ANY: PatternNode = { kind: "character", source: "[^]" };

type Repeat = Pick<Extract<PatternNode, { kind: "repeat" }>, "node" | "min" | "max">;

function writeRepeat({ node, min, max }: Repeat, next: number, writing: Writing): number {
  const { write, mostOptional } = writing;
  let begin = next;
  if (max === Number.POSITIVE_INFINITY || max - min > mostOptional) {
    const fork: Extract<Step, { kind: "go" }> = { kind: "go", next: [] };
    begin = write(fork);
    fork.next = [writeNode(node, begin, writing), next];
  } else for (let n = min; n < max; n++) begin = write({ kind: "go", next: [writeNode(node, begin, writing), next] });
  for (let n = 0; n < min; n++) {
    const before = begin;
    begin = writeNode(node, begin, writing);
    // It reads nothing: a billion times nothing is nothing.
    if (begin === before) break;
  }
  return begin;
}

/** The characters of a class or an escape. They are asked of JavaScript's own engine, whose meaning they have; of ASCII once. */
function setOf(source: string, flags: string): (character: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, flags);
  const known: (boolean | undefined)[] = [];
  return (character) => {
    const code = character.length === 1 ? character.charCodeAt(0) : 128;
    if (code > 127) return expression.test(character);
    const has = known[code] ?? expression.test(character);
    known[code] = has;
    return has;
  };
}
