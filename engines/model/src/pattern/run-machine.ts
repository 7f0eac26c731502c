import { spend, type Work } from "../work.ts";
import type { Machine, Step } from "./machine.ts";

/** Steps of a machine, which are small ones, in a step of the work. */
const STEPS_PER_STEP = 250;

/**
 * Whether a text matches anywhere; undefined where that takes more than the work that is left: what looks ahead at
 * every place takes quadratic time.
 */
export function runMachine(machine: Machine, text: string, work: Work): boolean | undefined {
  const most = Math.max(0, work.most - work.taken) * STEPS_PER_STEP;
  const run: Run = { ...walkOf(machine, most), text: [...text] };
  const found = search(run, machine.begin, 0, true);
  spend(work, (most - run.work) / STEPS_PER_STEP);
  return run.work < 0 ? undefined : found;
}

/** A machine that is being followed. */
export interface Walk {
  readonly steps: readonly Step[];
  work: number;
  /** Marks of the places at which steps were reached last. */
  readonly reached: Uint32Array;
  mark: number;
}

export function walkOf({ steps }: Machine, work: number): Walk {
  return { steps, work, reached: new Uint32Array(steps.length), mark: 0 };
}

interface Run extends Walk {
  /** Characters, not halves of them. */
  readonly text: readonly string[];
}

/** Follows all ways at once, from one place or, for `isAnywhere`, from each. */
function search(run: Run, begin: number, from: number, isAnywhere: boolean): boolean {
  let reading: number[] = [];
  for (let at = from; at <= run.text.length && run.work >= 0; at++) {
    const pending = at === from || isAnywhere ? [...reading, begin] : reading;
    if (pending.length === 0) return false;
    const character = run.text[at];
    reading = [];
    for (const index of follow(run, pending, (condition) => holds(run, condition, at))) {
      const step = run.steps[index];
      if (step?.kind === "match") return true;
      if (step?.kind === "read" && character !== undefined && step.has(character)) reading.push(step.next);
    }
  }
  return false;
}

export type Condition = Exclude<Step, { kind: "read" | "go" | "match" }>;

/** Everything reached without reading: steps that read, the match, and ends that are not there yet. */
export function follow(walk: Walk, pending: number[], holds: (condition: Condition) => boolean): number[] {
  const found: number[] = [];
  // A look has marks of its own, and may be asked while these are in use.
  const mark = ++walk.mark;
  const seen = walk.reached;
  for (let index = pending.pop(); index !== undefined && walk.work >= 0; index = pending.pop()) {
    if (seen[index] === mark) continue;
    seen[index] = mark;
    walk.work--;
    const step = walk.steps[index] as Step;
    if (step.kind === "match" || step.kind === "read") found.push(index);
    else if (step.kind === "go") pending.push(...step.next);
    else if (holds(step)) pending.push(step.next);
    else if (step.kind === "end") found.push(index);
  }
  return found;
}

function holds(run: Run, step: Condition, at: number): boolean {
  if (step.kind === "start") return at === 0;
  if (step.kind === "end") return at === run.text.length;
  if (step.kind === "border") return (isWord(run.text[at - 1]) !== isWord(run.text[at])) !== step.isNot;
  // Its steps are others than those around it, so that the marks do not meet.
  return search(run, step.begin, at, false) !== step.isNot;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
