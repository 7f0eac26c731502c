import {
  compileMachine,
  follow,
  type Machine,
  parsePattern,
  regExp,
  spend,
  type Walk,
  type Work,
  walkOf,
} from "@svc/model/data";
import { createRandom, type Random, seedOf } from "../builders/random.ts";
import { type Group, groupCharacters } from "./characters.ts";
import { type Options, withFixedGroups } from "./fixed-groups.ts";

export interface TextOptions {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether a pattern reads the whole text, also if it has no anchors. */
  readonly isTight: boolean;
  readonly work: Work;
}

/** Draws a text, each time another; `plainness` is the share of letters and digits, as far as there is a choice. */
export type Draw = (random: Random, plainness: number) => string;

/** How much longer than the shortest texts may be. */
const VARIETY = 8;
/** States of the patterns that are looked at in one step. */
const STATES_PER_STEP = 32;
/** Optional repetitions that are written out; beyond, the number is left open: what is made has to be checked. */
const MAX_OPTIONAL = 64;

/**
 * Texts that several patterns match, from the shortest on: the patterns are read side by side, and a text is the way back
 * from one of the ends. Look-arounds but those at the start and word borders are not followed, so that the text has to be
 * checked; a group that is referred back to has one text. Undefined if there is none, or if none was found with the work
 * that is left.
 */
export function textsOf(patterns: readonly string[], options: TextOptions): Draw | undefined {
  const { work } = options;
  const machines = patterns.map((pattern) => machineOf(pattern, work));
  if (!machines.every((machine) => machine !== undefined)) {
    work.ends++;
    return undefined;
  }
  if (!machines.every(({ isExact }) => isExact)) work.ends++;
  return drawOf(machines, options);
}

function drawOf(machines: readonly Machine[], options: TextOptions): Draw | undefined {
  const layers = createLayers({ readers: machines.flatMap(readersOf), groups: groupCharacters(machines), ...options });
  const ends = endsOf(layers, options);
  const [first, ...others] = ends;
  return first && ((random, plainness) => trace(layers, random.pick([first, ...others]), random, plainness));
}

function machineOf(pattern: string, work: Work): Machine | undefined {
  const options = parsePattern(pattern);
  const flags = regExp(pattern)?.flags;
  if (options === undefined || flags === undefined) return undefined;
  const settings = { flags, mostOptional: MAX_OPTIONAL };
  const machine = compileMachine(options, settings);
  if (machine === undefined || machine.isExact) return machine;
  const reading = { minLength: 0, maxLength: Number.POSITIVE_INFINITY, isTight: true, work };
  const textFor = (group: Options): string | undefined => {
    const one = compileMachine(group, settings);
    return one && drawOf([one], reading)?.(createRandom(seedOf(pattern)), 1);
  };
  const fixed = compileMachine(withFixedGroups(options, textFor), settings);
  return fixed && { ...fixed, isExact: false };
}

/** A pattern, or what it looks for ahead of its start. */
interface Reader {
  readonly walk: Walk;
  readonly begin: number;
  readonly isLook: boolean;
}

/** Of `^(?=.*\\d)(?!x)[a-z\\d]+$` the pattern itself and `^.*\\d`. */
function readersOf(machine: Machine): Reader[] {
  const walk = walkOf(machine, Number.POSITIVE_INFINITY);
  const readers: Reader[] = [{ walk, begin: machine.begin, isLook: false }];
  const start = machine.steps[machine.begin];
  if (start?.kind !== "start") return readers;
  for (let step = machine.steps[start.next]; step?.kind === "look"; step = machine.steps[step.next])
    if (!step.isNot) readers.push({ walk, begin: step.begin, isLook: true });
  return readers;
}

/** Patterns that are read side by side. */
interface Reading extends TextOptions {
  readonly readers: readonly Reader[];
  readonly groups: readonly Group[];
}

/** Where each pattern may be after a text. */
type States = readonly (readonly number[])[];

interface Place {
  readonly states: States;
  /** The places before the last character, by their keys. */
  readonly from: { readonly key: string; readonly group: Group }[];
}

/** The places after texts of one length, by what their states are. */
type Layer = ReadonlyMap<string, Place>;

/** The layers by lengths of texts. */
interface Layers {
  /** Undefined where no text leads, or no work is left. */
  at(length: number): Layer | undefined;
  /** Length at which all layers have been seen; undefined as long as there may be others. */
  whole(): number | undefined;
  isEnd(place: Place, length: number): boolean;
}

/** Makes each layer once: as soon as one has the places of an earlier one, those between them come again and again. */
function createLayers(reading: Reading): Layers {
  const layers: Layer[] = [new Map([["", beginOf(reading)]])];
  const seen = new Map<string, number>();
  let loop: number | undefined;
  const at = (length: number): Layer | undefined => {
    while (loop === undefined && layers.length <= length) {
      const next = advance(reading, layers.at(-1) ?? new Map());
      if (next.size === 0) return undefined;
      const key = [...next.keys()].sort().join(";");
      loop = seen.get(key);
      seen.set(key, layers.length);
      layers.push(next);
    }
    if (loop === undefined || length < layers.length) return layers[length];
    return layers[loop + 1 + ((length - loop - 1) % (layers.length - 1 - loop))];
  };
  return {
    at,
    whole: () => (loop === undefined ? undefined : layers.length - 1),
    isEnd: (place, length) => isEnd(reading, place, length === 0),
  };
}

interface End {
  readonly key: string;
  readonly length: number;
}

/** The places in which every pattern matches, by the shortest lengths that are allowed; the empty text if there is no other. */
function endsOf(layers: Layers, { minLength, maxLength }: TextOptions): End[] {
  const ends: End[] = [];
  let last = maxLength;
  for (let length = 0; length <= last; length++) {
    const layer = layers.at(length);
    const whole = layers.whole();
    if (
      layer === undefined ||
      (ends.length === 0 && whole !== undefined && length > whole + Math.max(whole, minLength))
    )
      break;
    if (length < minLength) continue;
    for (const [key, place] of layer) if (layers.isEnd(place, length)) ends.push({ key, length });
    if (ends[0] !== undefined) last = Math.min(maxLength, ends[0].length + VARIETY);
  }
  const said = ends.filter(({ length }) => length > 0);
  return said.length > 0 ? said : ends;
}

function beginOf({ readers }: Reading): Place {
  return { states: readers.map(({ walk, begin }) => statesOf(walk, [begin], true)), from: [] };
}

function advance(reading: Reading, layer: Layer): Layer {
  const { groups, work } = reading;
  const next = new Map<string, Place>();
  for (const [key, { states }] of layer) {
    if (!spend(work, Math.ceil((states.flat().length * groups.length) / STATES_PER_STEP))) return new Map();
    for (const group of groups) {
      const after = read(reading, states, group);
      if (after === undefined) continue;
      const name = after.join("|");
      const known = next.get(name) ?? { states: after, from: [] };
      next.set(name, known);
      known.from.push({ key, group });
    }
  }
  return next;
}

/** Undefined where a pattern cannot go on. */
function read({ readers, isTight }: Reading, states: States, { characters }: Group): States | undefined {
  const after: (readonly number[])[] = [];
  for (const [index, { walk, begin, isLook }] of readers.entries()) {
    const isOpen = isLook || !isTight;
    const next: number[] = isOpen && !isLook ? [begin] : [];
    for (const state of states[index] ?? []) {
      const step = walk.steps[state];
      if (step?.kind === "read" && step.has(characters[0])) next.push(step.next);
      if (step?.kind === "match" && isOpen) next.push(state);
    }
    const reached = statesOf(walk, next, false);
    if (reached.length === 0) return undefined;
    // What has matched once is not looked for again.
    const match = isOpen ? reached.find((state) => walk.steps[state]?.kind === "match") : undefined;
    after.push(match === undefined ? reached : [match]);
  }
  return after;
}

function statesOf(walk: Walk, pending: number[], isStart: boolean, isEnd = false): number[] {
  const holds = (kind: string): boolean => (kind === "start" ? isStart : kind === "end" ? isEnd : true);
  return follow(walk, pending, ({ kind }) => holds(kind)).sort((a, b) => a - b);
}

function isEnd({ readers }: Reading, { states }: Place, isStart: boolean): boolean {
  return readers.every(({ walk }, index) => {
    const reached = statesOf(walk, [...(states[index] ?? [])], isStart, true);
    return reached.some((state) => walk.steps[state]?.kind === "match");
  });
}

/** A way back from an end: each character of each way is as likely as the others. */
function trace(layers: Layers, { key, length }: End, random: Random, plainness: number): string {
  let text = "";
  let place = layers.at(length)?.get(key);
  for (let at = length - 1; place !== undefined && place.from.length > 0; at--) {
    const plain = place.from.filter(({ group }) => group.isPlain);
    const ways = plain.length > 0 && random.next() < plainness ? plain : place.from;
    const way = pickWay(ways, random);
    text = (way?.character ?? "") + text;
    place = way && layers.at(at)?.get(way.key);
  }
  return text;
}

function pickWay(
  ways: Place["from"],
  random: Random,
): { readonly key: string; readonly character: string } | undefined {
  let turn = random.int(0, ways.reduce((sum, { group }) => sum + group.characters.length, 0) - 1);
  for (const { key, group } of ways) {
    const character = group.characters[turn];
    if (character !== undefined) return { key, character };
    turn -= group.characters.length;
  }
  return undefined;
}
