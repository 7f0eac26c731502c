import { own, withShare } from "@svc/model/data";
import type { Random } from "../builders/random.ts";
import { type Draw, textsOf } from "../pattern/texts-of.ts";
import type { Compiler } from "../shape/compiler.ts";
import type { Shape } from "../shape/shape.ts";
import { FORMAT_PATTERNS } from "./formats.ts";
import type { ValueContext } from "./value-context.ts";

/** Whether a text has all that a shape asks of texts. */
export type Fits = (text: string | undefined) => text is string;

/** A text that a pattern reads from its start to its end; what it looks for besides has to be checked. */
export function textOf(pattern: string, compiler: Compiler, random: Random): string | undefined {
  const alone = { patterns: [pattern], formats: [], minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  return textsFor(alone, compiler, true).draws[0]?.(random, PLAIN);
}

/** Texts of patterns and formats. */
interface Texts {
  readonly draws: readonly Draw[];
  /** Whether all texts were looked for. */
  readonly isWhole: boolean;
}

/** Texts that are drawn until one has what patterns cannot say: look-arounds, the days of a month. */
const DRAWS = 300;
/** Share of letters and digits in what people read. */
const PLAIN = 0.95;

/** A text that fits, of those of patterns and formats; undefined if none was drawn. */
export function drawn({ draws }: Texts, { random, isAny }: ValueContext, fits: Fits): string | undefined {
  for (const draw of draws) {
    for (let attempt = 0; attempt < DRAWS; attempt++) {
      const text = draw(random, attempt < 20 && !isAny ? PLAIN : 0.3);
      if (fits(text)) return text;
    }
  }
  return undefined;
}

type Wanted = Pick<Shape, "patterns" | "formats" | "minLength" | "maxLength">;

const known = new WeakMap<Compiler, Map<string, Texts>>();

/** The texts that all patterns match, and those of the formats. */
export function textsFor({ patterns, formats, ...lengths }: Wanted, compiler: Compiler, isTight = false): Texts {
  const { minLength, maxLength } = lengths;
  const texts = known.get(compiler) ?? new Map<string, Texts>();
  known.set(compiler, texts);
  const key = JSON.stringify([patterns, formats, minLength, maxLength, isTight]);
  const found = texts.get(key) ?? lookForTexts({ patterns, formats, minLength, maxLength }, compiler, isTight);
  texts.set(key, found);
  return found;
}

function lookForTexts({ patterns, formats, ...lengths }: Wanted, { work }: Compiler, isTight: boolean): Texts {
  if (patterns.length === 0 && formats.length === 0) return { draws: [], isWhole: true };
  const found = spellingsOf(formats).map((spellings) =>
    withShare(work, (share) => ({
      draw: textsOf([...patterns, ...spellings], { ...lengths, isTight, work: share }),
      isWhole: share.ends === 0,
    })),
  );
  return { draws: found.flatMap(({ draw }) => draw ?? []), isWhole: found.every(({ isWhole }) => isWhole) };
}

/** One pattern for each format that has any, in every combination. */
function spellingsOf(formats: readonly string[]): readonly (readonly string[])[] {
  const lists = formats.flatMap((format) => [own(FORMAT_PATTERNS, format) ?? []]).filter((list) => list.length > 0);
  return lists.reduce<string[][]>((found, list) => found.flatMap((one) => list.map((next) => [...one, next])), [[]]);
}

/** Texts of ASCII, and of any characters that UTF-8 has, controls and those beyond 16 bits included. */
export function anyText(random: Random, minLength: number, maxLength: number): string {
  // Mostly short, and now and then as short or as long as may be.
  const share = random.pick([0, 1, random.next() ** 2, random.next() ** 2, random.next() ** 2]);
  const length = minLength + Math.round(share * (maxLength - minLength));
  const [first, last] = random.pick(ALPHABETS);
  return Array.from({ length }, () => String.fromCodePoint(random.int(first, last))).join("");
}

/** First and last code points of characters; none is half of a surrogate pair. */
const ALPHABETS: readonly [Alphabet, ...Alphabet[]] = [
  [0x61, 0x7a],
  [0x20, 0x7e],
  [0, 0xff],
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

type Alphabet = readonly [first: number, last: number];
