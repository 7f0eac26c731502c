import { createWork, isSpent, own, spend, type Work } from "@svc/model/data";
import { TooLargeError } from "../builders/build-error.ts";
import { type Run, type Spot, valueContext } from "../builders/run.ts";
import type { Compiler } from "../shape/compiler.ts";
import type { Shape } from "../shape/shape.ts";
import { hasFormat } from "../validate/formats.ts";
import { lengthOf, matches } from "../validate/scalars.ts";
import { anyText, drawn, type Fits, textOf, textsFor } from "./drawn-texts.ts";
import { fitLength, MAX_FILLED } from "./fit-length.ts";
import {
  dateTime,
  email,
  FORMAT_PATTERNS,
  FORMATS,
  host,
  ipv4,
  label,
  type Maker,
  slug,
  TIME_FORMATS,
  url,
  uuid,
} from "./formats.ts";
import { hexOf, personOf, type ValueContext } from "./value-context.ts";
import { CITIES, COUNTRIES, errorText, SENTENCES, SUBJECTS } from "./words.ts";

/** Makes a text of a shape; undefined where none was found. */
export function makeString(shape: Shape, run: Run, spot: Spot): string | undefined {
  if (shape.minLength > MAX_FILLED) throw new TooLargeError(`so long a text (${shape.minLength} characters)`);
  const context = valueContext(shape, run, spot);
  const fits: Fits = (text): text is string => text !== undefined && fitsString(shape, text, run.work);
  const format = shape.formats[0];
  const maker = (format !== undefined ? own(FORMATS, format) : undefined) ?? named(spot.name, context);
  const said = run.error === undefined || format !== undefined ? undefined : errorText(spot.name, run.error);
  const believable = said ?? maker(spot.name, context);
  const isFull =
    run.mode === "maximal" && shape.maxLength <= 1000 && shape.patterns.length === 0 && format === undefined;
  if (isFull) return fitLength(believable, { minLength: shape.maxLength, maxLength: shape.maxLength });
  if (!spend(run.work)) return fitLength(believable, shape, format);
  const any = context.isAny
    ? anyOf(shape, believable, context, { compiler: run.compiler, wild: spot.wild, fits })
    : undefined;
  if (any !== undefined) return any;
  // Of what no check of a format refuses, the maker's text is still the only good one.
  const wild = spot.wild && !shape.formats.includes("url") ? wildText(shape, context) : undefined;
  if (fits(wild)) return wild;
  const other = spot.wild ? drawn(textsFor(shape, run.compiler), context, fits) : undefined;
  if (other !== undefined) return other;
  if (fits(believable)) return believable;
  const fitted = fitLength(believable, shape, format);
  if (fits(fitted)) return fitted;
  const plainer = shape.patterns.length === 0 ? undefined : spellings(fitted).find(fits);
  if (plainer !== undefined) return plainer;
  const found =
    (isAlone(shape) ? drawn(textsFor(shape, run.compiler, true), context, fits) : undefined) ??
    drawn(textsFor(shape, run.compiler), context, fits) ??
    inARow(shape, run.compiler, context, fits) ??
    [shape.fallback, ...shape.examples].find((text) => isText(text, fits));
  if (found !== undefined || (!isSpent(run.work) && textsFor(shape, run.compiler).isWhole)) return found;
  // What was not looked for to the end is accepted as it is.
  run.work.ends++;
  return fitted;
}

/** Whether there is nothing but one pattern, which may then read a text from its start to its end. */
function isAlone({ patterns, formats }: Shape): boolean {
  return patterns.length === 1 && formats.length === 0;
}

/** Formats that any text has. */
const isFree = (format: string): boolean => format === "binary" || format === "password";
/** Longest text of any values where there is no bound. */
const MAX_ANY = 120;

interface Fitting {
  readonly compiler: Compiler;
  /** Whether usual texts turned out not to do. */
  readonly wild: boolean;
  readonly fits: Fits;
}

/** A text that may be any: of its patterns or format, if they are known, else of any characters. */
function anyOf(
  shape: Shape,
  made: string,
  context: ValueContext,
  { compiler, wild, fits }: Fitting,
): string | undefined {
  const { patterns, formats, minLength, maxLength } = shape;
  // Times are made of any kind, and of formats without a pattern there is the maker's text.
  const isMade = formats.some(
    (format) => TIME_FORMATS.has(format) || !(isFree(format) || own(FORMAT_PATTERNS, format)),
  );
  if (isMade && patterns.length === 0) return fits(made) ? made : undefined;
  if (patterns.length > 0 || !formats.every(isFree)) {
    const isTight = isAlone(shape) && !wild && context.random.next() < 0.5;
    return drawn(textsFor(shape, compiler, isTight), context, fits);
  }
  const text = anyText(context.random, minLength, Math.min(maxLength, minLength + MAX_ANY));
  return fits(text) ? text : undefined;
}

const PRINTABLE = [
  ..." !#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~éжあ",
];

function wildText({ minLength, maxLength }: Shape, { random }: ValueContext): string {
  const length = random.int(minLength, Math.min(maxLength, minLength + 8));
  return Array.from({ length }, () => random.pick(PRINTABLE)).join("");
}

/** Ways to write a text that a pattern may like better: `quiet-harbor`, `quietharbor`, `QUIET_HARBOR`. */
function spellings(text: string): string[] {
  const dashed = text.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const bare = dashed.replaceAll("-", "");
  const all = [dashed, dashed.replaceAll("-", "_"), bare];
  return [...all, ...all.map((one) => one.toLowerCase()), ...all.map((one) => one.toUpperCase())];
}

function isText(value: unknown, fits: (text: string) => boolean): value is string {
  return typeof value === "string" && fits(value);
}

function named(name: string, { description }: ValueContext) {
  return /\bUUID\b/i.test(description) ? uuid : makerFor(name);
}

/** Texts of all patterns one after another: patterns without anchors match them, in whatever order. */
function inARow({ patterns }: Shape, compiler: Compiler, { random }: ValueContext, fits: Fits): string | undefined {
  if (patterns.length < 2) return undefined;
  const text = patterns.map((pattern) => textOf(pattern, compiler, random) ?? "").join("");
  return fits(text) ? text : undefined;
}

/** Characters that are looked at in one step. */
const CHARACTERS_PER_STEP = 64;

/** Whether a text has the lengths, patterns and formats of a shape. */
export function fitsString(shape: Shape, text: string, work: Work = createWork()): boolean {
  spend(work, 1 + text.length / CHARACTERS_PER_STEP);
  if (shape.minLength > 0 || shape.maxLength < text.length) {
    const length = lengthOf(text);
    if (length < shape.minLength || length > shape.maxLength) return false;
  }
  return (
    shape.patterns.every((pattern) => matches(pattern, text, work)) &&
    shape.formats.every((format) => hasFormat(format, text)) &&
    !shape.excluded.includes(text)
  );
}

const fixed =
  (...values: readonly [string, ...string[]]): Maker =>
  (_, { random }) =>
    random.pick(values);
const sentences: Maker = (_, { random }) => {
  const first = random.int(0, SENTENCES.length - 1);
  const second = (first + random.int(1, SENTENCES.length - 1)) % SENTENCES.length;
  return `${SENTENCES[first]} ${SENTENCES[second]}`;
};
const hex =
  (length: number): Maker =>
  (_, { random }) =>
    hexOf(random, length);
const fullName: Maker = (_, context) => `${personOf(context).first} ${personOf(context).last}`;
const country = ({ kin }: ValueContext) => COUNTRIES[kin.a % COUNTRIES.length] ?? ["DE", "Germany"];
const capital: Maker = (name, context) => label(name, context).replace(/^./, (letter) => letter.toUpperCase());

/** Texts by what a property is called (in snake case); the first that matches. */
const NAMES: readonly (readonly [name: RegExp, make: Maker])[] = [
  [/(^|_)(id|uuid|guid)$/, uuid],
  [/html/, (name, context) => `<p>${sentences(name, context)}</p>`],
  [/markdown/, (name, context) => `# ${capital(name, context)}\n\n${sentences(name, context)}`],
  [/(^|_)(url|uri|link|href|website|homepage|webhook|endpoint|callback)$/, url],
  [/e_?mail(_address)?$/, email],
  [/(^|_)(subject|title|headline)$/, (_, { random }) => random.pick(SUBJECTS) ?? ""],
  [/(first|given)_?name$/, (_, context) => personOf(context).first],
  [/(last|family|sur)_?name$/, (_, context) => personOf(context).last],
  [/(user_?name|login|handle|nick(name)?)$/, (_, context) => personOf(context).handle],
  [/(sender|recipient|author|owner|customer|contact|full|display|person|passenger|holder)_?name$/, fullName],
  [/(file_?name|file)$/, (name, context) => `${slug(name, context)}.txt`],
  [/(domain|host)(_?name)?$/, host],
  [/(^|_)name$/, capital],
  [/(^|_)ip(_?address|v4)?$/, ipv4],
  [/(phone|mobile|fax)(_?number)?$/, (_, { random }) => `+1202555${String(random.int(100, 199)).padStart(4, "0")}`],
  [/country_?code|^country_iso/, (_, context) => country(context)[0]],
  [/country$/, (_, context) => country(context)[1]],
  [/currency(_?code)?$/, fixed("EUR", "JPY", "USD")],
  [/(city|town)$/, (_, { random }) => random.pick(CITIES) ?? ""],
  [/(street|address)(_?(line)?_?\d)?$/, (_, { random }) => `${random.int(1, 99)} Harbor Road`],
  [/(post(al)?_?code|zip(_?code)?)$/, (_, { random }) => String(random.int(10_000, 99_999))],
  [/(locale|language|lang)(_?code)?$/, fixed("en", "de", "fr", "ja")],
  [/time_?zone|^tz$/, fixed("Europe/Berlin", "Asia/Tokyo", "UTC")],
  [/colou?r$/, (_, { random }) => `#${hexOf(random, 6)}`],
  [/version$/, (_, { random }) => `1.${random.int(0, 9)}.${random.int(0, 20)}`],
  [/(token|secret|signature|hash|digest|checksum|etag|nonce|sha\d*)$/, hex(32)],
  [/(^|_)key$/, hex(16)],
  [/(mime|media|content)_?type$/, fixed("text/plain", "application/json")],
  [/user_?agent$/, fixed("Mozilla/5.0 (X11; Linux x86_64)")],
  [/(^|_)(at|on|date|datetime|timestamp|time)$/, dateTime],
  [/duration|timedelta|interval/, (_, { random }) => `PT${random.int(1, 59)}M`],
  [/(^|_)path(name)?$/, (name, context) => `/${slug(name, context)}`],
  [/slug$/, slug],
  [/(^|_)(status|state)$/, fixed("active")],
  [/(^|_)code$/, (_, { random }) => String(random.int(100_000, 999_999))],
  [/(company|organi[sz]ation|team)$/, capital],
  [/(text|body|content|message|description|summary|comment|notes?|details?|msg|reason|bio)$/, sentences],
];

const makers = new Map<string, Maker>();
const MAX_CACHED = 10_000;

/** The maker of texts for properties of a name, in snake case. */
function makerFor(name: string): Maker {
  const known = makers.get(name);
  if (known !== undefined) return known;
  if (makers.size >= MAX_CACHED) makers.clear();
  const maker = NAMES.find(([expression]) => expression.test(name))?.[1] ?? label;
  makers.set(name, maker);
  return maker;
}
