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
  const run: Run = {
    ...machine,
    text: [...text],
    work: most,
    reached: new Uint32Array(machine.steps.length),
    mark: 0,
  };
  const found = search(run, machine.begin, 0, true);
  spend(work, (most - run.work) / STEPS_PER_STEP);
  return run.work < 0 ? undefined : found;
}

interface Run extends Machine {
  /** Characters, not halves of them. */
  readonly text: readonly string[];
  work: number;
  /** Marks of the places at which steps were reached last. */
  readonly reached: Uint32Array;
  mark: number;
}

/** Follows all ways at once, from one place or, for `isAnywhere`, from each. */
function search(run: Run, begin: number, from: number, isAnywhere: boolean): boolean {
  let reading: number[] = [];
  for (let at = from; at <= run.text.length && run.work >= 0; at++) {
    const pending = at === from || isAnywhere ? [...reading, begin] : reading;
    if (pending.length === 0) return false;
    const reads = follow(run, pending, at);
    if (reads === undefined) return true;
    const character = run.text[at];
    if (character === undefined) return false;
    reading = [];
    for (const index of reads) {
      const step = run.steps[index];
      if (step?.kind === "read" && step.has(character)) reading.push(step.next);
    }
  }
  return false;
}

/** The steps that read, of all that are reached without reading; undefined where the end is among them. */
function follow(run: Run, pending: number[], at: number): number[] | undefined {
  const reads: number[] = [];
  // A look has marks of its own, and may be asked while these are in use.
  const mark = ++run.mark;
  const seen = run.reached;
  for (let index = pending.pop(); index !== undefined && run.work >= 0; index = pending.pop()) {
    if (seen[index] === mark) continue;
    seen[index] = mark;
    run.work--;
    const step = run.steps[index] as Step;
    if (step.kind === "match") return undefined;
    if (step.kind === "read") reads.push(index);
    else if (step.kind === "go") pending.push(...step.next);
    else if (holds(run, step, at)) pending.push(step.next);
  }
  return reads;
}

type Condition = Exclude<Step, { kind: "read" | "go" | "match" }>;

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
