import type { PatternNode } from "./parse-pattern.ts";

/** A step of a machine; `next` are indexes of steps. */
export type Step =
  /** Reads a character of a set. */
  | { readonly kind: "read"; readonly has: (character: string) => boolean; readonly next: number }
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
}

/** Steps of a machine; a repetition is written out as often as it is to be made. */
const MAX_STEPS = 5_000;

class Unfit extends Error {}

type Write = (step: Step) => number;

/** Undefined for back references and look-behinds, and for more than {@link MAX_STEPS} steps. */
export function compileMachine(options: readonly (readonly PatternNode[])[], flags: string): Machine | undefined {
  const steps: Step[] = [];
  const write: Write = (step) => {
    if (steps.length >= MAX_STEPS) throw new Unfit();
    return steps.push(step) - 1;
  };
  try {
    const begin = writeOptions(options, write({ kind: "match" }), { write, flags });
    return { steps, begin };
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

interface Writing {
  readonly write: Write;
  readonly flags: string;
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
      return write({ kind: "read", has: (character) => character === node.text, next });
    case "character":
      return write({ kind: "read", has: setOf(node.source, flags), next });
    case "group":
      return writeOptions(node.options, next, writing);
    case "reference":
      throw new Unfit();
    case "look": {
      if (node.isBehind) throw new Unfit();
      const begin = writeOptions(node.options, write({ kind: "match" }), writing);
      return write({ kind: "look", begin, isNot: node.isNot, next });
    }
    case "repeat":
      return writeRepeat(node, next, writing);
  }
}

type Repeat = Extract<PatternNode, { kind: "repeat" }>;

function writeRepeat({ node, min, max }: Repeat, next: number, writing: Writing): number {
  const { write } = writing;
  let begin = next;
  if (max === Number.POSITIVE_INFINITY) {
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
