import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync } from "node:zlib";

/** One case of a suite, which is right if `got` is deeply equal to `due`. */
export interface Case {
  /** Unique within the suite. */
  readonly name: string;
  readonly got: unknown;
  readonly due: unknown;
  /** Input of the case, for the message. */
  readonly input?: unknown;
}

/** A suite that others wrote, and the part of this project that it judges. */
export interface Judge {
  readonly suite: string;
  /** Version, revision or date of the suite as it is kept here. */
  readonly version: string;
  readonly judged: string;
  /** Cases that are not asked, and why: they are not counted. */
  readonly aside?: readonly string[];
  /** Differences that are wanted: which cases, and why. One that fits no case any more is an error. */
  readonly wanted?: readonly (readonly [cases: RegExp, reason: string])[];
  /** @param isWhole false: a sample is enough, where the whole takes more than a second */
  judge(isWhole: boolean): Promise<readonly Case[]> | readonly Case[];
}

/** One line of the table. */
export interface Tally {
  readonly judge: Judge;
  readonly cases: number;
  /** Number of wanted differences by reason. */
  readonly wanted: ReadonlyMap<string, number>;
  /** A line for each difference that nobody wants. */
  readonly wrong: readonly string[];
}

/** Runs a judge and counts. */
export async function tally(judge: Judge, isWhole: boolean): Promise<Tally> {
  const cases = await judge.judge(isWhole);
  const differing = cases.filter(({ got, due }) => !isDeepStrictEqual(got, due));
  const reasonOf = ({ name }: Case) => judge.wanted?.find(([pattern]) => pattern.test(name))?.[1];
  const byReason = Map.groupBy(differing, reasonOf);
  const wanted = (judge.wanted ?? []).map(([, reason]) => [reason, byReason.get(reason)?.length ?? 0] as const);
  return { judge, cases: cases.length, wanted: new Map(wanted), wrong: (byReason.get(undefined) ?? []).map(messageOf) };
}

function messageOf({ name, got, due, input }: Case): string {
  const of = input === undefined ? "" : `${shown(input)} gave `;
  return `${name}: ${of}${shown(got)} instead of ${shown(due)}`;
}

function shown(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))).slice(0, 300);
}

/** The result, or what was thrown as text. */
export function attempt<Result>(run: () => Result): Result | string {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}

/** Files of a suite by their path: a JSON object in `suites`, one character for each byte, compressed by Brotli. */
export function readSuite(name: string): ReadonlyMap<string, Buffer> {
  const packed = readFileSync(join(import.meta.dirname, "suites", `${name}.json.br`));
  const files = JSON.parse(String(brotliDecompressSync(packed))) as { readonly [path: string]: string };
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "latin1")]));
}

/** The JSON files of a suite whose paths match. */
export function readJson<Content>(name: string, paths: RegExp): (readonly [path: string, content: Content])[] {
  return [...readSuite(name)]
    .filter(([path]) => path.endsWith(".json") && paths.test(path))
    .map(([path, bytes]) => [path, JSON.parse(String(bytes)) as Content] as const);
}
