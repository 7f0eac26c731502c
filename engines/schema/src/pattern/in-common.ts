import { spend, type Work } from "@svc/model";
import type { Random } from "../builders/random.ts";
import { regExp } from "../validate/regexp.ts";
import { charactersOf, compilePatterns, type Program, type Step } from "./program.ts";

export interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/** Draws a text, the next one another; `plainness` is the share of letters and digits, as far as there is a choice. */
export type Draw = (random: Random, plainness: number) => string;

/** Longest text that is looked for. */
const MAX_LENGTH = 400;
/** How much longer than the shortest texts may be. */
const VARIETY = 8;
/** States of the patterns that are looked at in one step. */
const STATES_PER_STEP = 32;

/**
 * Texts that several patterns match, each of them anywhere in the text unless it is anchored: the patterns are read side by
 * side, for every length from the shortest on. Look-arounds but those at the start, word borders and back references are not followed, so that
 * the text has to be checked; undefined where there is none, or none was found with the work that is left.
 */
export function textsInCommon(
  patterns: readonly string[],
  { minLength, maxLength }: Lengths,
  work: Work,
): Draw | undefined {
  const program = compilePatterns(patterns);
  if (program === undefined) return undefined;
  const groups = groupCharacters(sourcesOf(program), charactersOf(program));
  const ends = search({ program, groups, work }, { minLength, maxLength });
  return ends.length === 0 ? undefined : (random, plainness) => trace(random, plainness, ends);
}

/** Characters that all patterns treat alike. */
interface Group {
  readonly characters: readonly string[];
  /** Letters and digits: they read best. */
  readonly isPlain: boolean;
  /** The sets that they are in. */
  readonly sources: ReadonlySet<string>;
}

/** State after the text so far: where each pattern may be, and how that came. */
interface Place {
  readonly states: readonly number[];
  readonly from: { readonly place: Place; readonly group: Group }[];
}

/** The sets of characters that a program reads. */
function sourcesOf({ steps }: Program): string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === "read" ? (step.source ?? []) : [])))];
}

function groupCharacters(sources: readonly string[], characters: readonly string[]): Group[] {
  const tests = sources.map((source) => regExp(`^(?:${source})$`));
  const byMembership = new Map<string, string[]>();
  for (const character of characters) {
    const membership = tests.map((test) => (test?.test(character) ? "1" : "0")).join("");
    const key = membership + (PLAIN.test(character) ? "1" : "0");
    byMembership.set(key, [...(byMembership.get(key) ?? []), character]);
  }
  return [...byMembership].map(([key, characters]) => ({
    characters,
    isPlain: key.endsWith("1"),
    sources: new Set(sources.filter((_, at) => key[at] === "1")),
  }));
}

const PLAIN = /^[A-Za-z0-9]$/;

/** Patterns that are read side by side. */
interface Reading {
  readonly program: Program;
  readonly groups: readonly Group[];
  readonly work: Work;
}

/** The places in which every pattern matches, by the shortest lengths that are allowed. */
function search(reading: Reading, { minLength, maxLength }: Lengths): Place[] {
  if (!canEnd(reading)) return [];
  const longest = Math.min(maxLength, MAX_LENGTH);
  const ends: Place[] = [];
  let last = longest;
  let layer: readonly Place[] = [beginOf(reading.program)];
  for (let length = 0; length <= last && layer.length > 0; length++) {
    const found = length < minLength ? [] : layer.filter((place) => isEnd(reading.program, place, length === 0));
    if (found.length > 0 && ends.length === 0) last = Math.min(longest, length + VARIETY);
    ends.push(...found);
    layer = advance(reading, layer);
  }
  return ends;
}

/** Whether any text leads to where every pattern matches, as far as it was looked at. */
function canEnd(reading: Reading): boolean {
  const seen = new Set<string>();
  let layer: readonly Place[] = [beginOf(reading.program)];
  for (let length = 0; layer.length > 0; length++) {
    if (layer.some((place) => isEnd(reading.program, place, length === 0))) return true;
    layer = advance(reading, layer).filter(({ states }) => !seen.has(states.join()));
    for (const { states } of layer) seen.add(states.join());
  }
  return false;
}

function beginOf(program: Program): Place {
  return { states: follow(program, program.starts, "start"), from: [] };
}

function advance({ program, groups, work }: Reading, layer: readonly Place[]): Place[] {
  const next = new Map<string, Place>();
  for (const place of layer) {
    if (!spend(work, Math.ceil((place.states.length * groups.length) / STATES_PER_STEP))) return [];
    for (const group of groups) {
      const read = place.states.flatMap((state) => {
        const step = program.steps[state];
        if (step?.kind !== "read") return [];
        return step.source === undefined || group.sources.has(step.source) ? [step.next] : [];
      });
      const states = follow(program, read, undefined);
      if (!isAlive(program, states)) continue;
      const key = states.join();
      const known = next.get(key) ?? { states, from: [] };
      next.set(key, known);
      known.from.push({ place, group });
    }
  }
  return [...next.values()];
}

/** Everything that is reached without reading; anchors pass where they hold. */
function follow({ steps }: Program, states: readonly number[], ...passing: (Step["kind"] | undefined)[]): number[] {
  const reached = new Set(states);
  for (const state of reached) {
    const step = steps[state];
    if (step?.kind === "go") for (const next of step.next) reached.add(next);
    if ((step?.kind === "start" || step?.kind === "end") && passing.includes(step.kind)) reached.add(step.next);
  }
  const kept = [...reached].filter((state) => steps[state]?.kind !== "go" && steps[state]?.kind !== "start");
  return kept.sort((a, b) => a - b);
}

function isAlive({ machines, starts }: Program, states: readonly number[]): boolean {
  return new Set(states.map((state) => machines[state])).size === starts.length;
}

function isEnd(program: Program, { states }: Place, isStart: boolean): boolean {
  const passing: Step["kind"][] = isStart ? ["start", "end"] : ["end"];
  const reached = follow(program, isStart ? program.starts : states, ...passing);
  const matched = reached.filter((state) => program.steps[state]?.kind === "match");
  return matched.length === program.starts.length;
}

/** A way back from one of the ends, backwards. */
function trace(random: Random, plainness: number, ends: readonly Place[]): string {
  let text = "";
  let place = random.pick(ends);
  while (place !== undefined && place.from.length > 0) {
    const plain = place.from.filter(({ group }) => group.isPlain);
    const step = random.pick(plain.length > 0 && random.next() < plainness ? plain : place.from);
    text = (step === undefined ? "" : (random.pick(step.group.characters) ?? "")) + text;
    place = step?.place;
  }
  return text;
}
