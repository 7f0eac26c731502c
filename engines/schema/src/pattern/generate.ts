import { type PatternNode, parsePattern, spend, type Work } from "@svc/model";
import type { Random } from "../builders/random.ts";
import { MAX_FILLED } from "../values/fit-length.ts";
import { alphabetOf } from "./alphabet.ts";

export interface PatternOptions {
  readonly random: Random;
  /** Repetitions beyond those that the pattern asks for, at most. */
  readonly stretch: number;
  /** Always as many. @default false */
  readonly exact?: boolean;
  /** Repetitions of repetitions multiply, also where they write nothing. */
  readonly work: Work;
}

/** Parts of a pattern that are written in one step. */
const NODES_PER_STEP = 64;

const parsed = new Map<string, readonly PatternNode[][] | undefined>();
const MAX_CACHED = 5_000;

/**
 * A text for a pattern. Look-arounds and word borders are not followed, so that the text has to be checked; undefined
 * where none can be made, or not with the work that is left.
 */
export function fromPattern(pattern: string, { exact = false, ...settings }: PatternOptions): string | undefined {
  const options = parse(pattern);
  if (options === undefined) return undefined;
  const state: State = { ...settings, exact, text: "", groups: new Map() };
  return writeOption(options, state) ? state.text : undefined;
}

interface State extends Required<PatternOptions> {
  text: string;
  readonly groups: Map<number, string>;
}

function parse(pattern: string): readonly PatternNode[][] | undefined {
  if (!parsed.has(pattern)) {
    if (parsed.size >= MAX_CACHED) parsed.clear();
    parsed.set(pattern, parsePattern(pattern));
  }
  return parsed.get(pattern);
}

function writeOption(options: readonly (readonly PatternNode[])[], state: State): boolean {
  const option = state.random.pick(options);
  return option?.every((node) => writeNode(node, state)) ?? false;
}

function writeNode(node: PatternNode, state: State): boolean {
  if (state.text.length > MAX_FILLED || !spend(state.work, 1 / NODES_PER_STEP)) return false;
  switch (node.kind) {
    case "literal":
      state.text += node.text;
      return true;
    case "character":
      return writeCharacter(node.source, state);
    case "start":
    case "end":
    case "border":
    case "look":
      return true;
    case "reference":
      state.text += state.groups.get(node.number) ?? "";
      return true;
    case "group": {
      const start = state.text.length;
      if (!writeOption(node.options, state)) return false;
      if (node.number !== undefined) state.groups.set(node.number, state.text.slice(start));
      return true;
    }
    case "repeat": {
      const extra = Math.min(node.max - node.min, state.stretch);
      // At least one where the pattern leaves it open: an empty text says little.
      const least = node.min + (node.min === 0 && extra > 0 ? 1 : 0);
      const count = state.exact ? node.min + extra : state.random.int(least, node.min + extra);
      for (let index = 0; index < count; index++) {
        const { length } = state.text;
        if (!writeNode(node.node, state)) return false;
        // Nothing was written: a billion times nothing is nothing.
        if (index > 0 && state.text.length === length) break;
      }
      return true;
    }
  }
}

function writeCharacter(source: string, state: State): boolean {
  const character = state.random.pick(alphabetOf(source));
  state.text += character ?? "";
  return character !== undefined;
}
