/** Verdict on one case of a suite. */
export interface Verdict {
  /** Unique within the suite. */
  readonly name: string;
  readonly isRight: boolean;
  /** Result that was got instead, for the message of a test. */
  readonly got?: string | undefined;
}

/** A suite that others wrote, and what it is a judge of. */
export interface Judge {
  readonly suite: string;
  /** Version, revision or date of the suite as it is kept here. */
  readonly version: string;
  /** Part of this project that it judges. */
  readonly judged: string;
  /** Reasons for which cases are not in question, by their number: they are not counted. */
  readonly aside?: readonly string[];
  /** Differences that are wanted: which cases, and why. One that fits no case any more is an error. */
  readonly wanted?: readonly (readonly [cases: RegExp, reason: string])[];
  /** @param isWhole false: a sample is enough, where the whole takes more than a second */
  judge(isWhole: boolean): Promise<readonly Verdict[]> | readonly Verdict[];
}

/** One line of the table. */
export interface Tally {
  readonly judge: Judge;
  readonly cases: number;
  readonly right: number;
  readonly wanted: readonly { readonly reason: string; readonly count: number }[];
  /** Differences that nobody wants. */
  readonly wrong: readonly Verdict[];
}

/** Runs a judge and counts. */
export async function tally(judge: Judge, isWhole: boolean): Promise<Tally> {
  const verdicts = await judge.judge(isWhole);
  const differing = verdicts.filter(({ isRight }) => !isRight);
  const reasonOf = ({ name }: Verdict) => judge.wanted?.find(([cases]) => cases.test(name))?.[1];
  const wanted = [...new Set(judge.wanted?.map(([, reason]) => reason))].map((reason) => ({
    reason,
    count: differing.filter((verdict) => reasonOf(verdict) === reason).length,
  }));
  return {
    judge,
    cases: verdicts.length,
    right: verdicts.length - differing.length,
    wanted,
    wrong: differing.filter((verdict) => reasonOf(verdict) === undefined),
  };
}
