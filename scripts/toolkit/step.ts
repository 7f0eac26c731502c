/** One line of `pnpm start` or `pnpm test`. */
export interface Step {
  /** Shown to people, and how `needs` refers to it. */
  readonly name: string;
  /** Names of steps that must have succeeded before: where one did not, this one is not run and counts as failed. */
  readonly needs?: readonly string[];
  run(): Promise<StepOutcome>;
}

/** Result of a step's work. A step that throws has failed, with the error as its output. */
export interface StepOutcome {
  readonly ok: boolean;
  /** A few words for the step's line: "4 packages, all from the cache". */
  readonly note?: string;
  /** Printed if the step failed. */
  readonly output?: string;
  /** Number of checks inside the step. @default one, passed or failed as the step */
  readonly passed?: number;
  readonly failed?: number;
  /** Places that a bump leaves to people: neither passed nor failed. @default 0 */
  readonly left?: number;
}

/** A step that is over. */
export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly note: string;
  readonly output: string;
  readonly passed: number;
  readonly failed: number;
  readonly left?: number;
  /** Milliseconds. */
  readonly durationMs: number;
}
