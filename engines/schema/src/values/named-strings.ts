import { dateTime, email, host, ipv4, label, type Maker, slug, url, uuid } from "./formats.ts";
import { hexOf, personOf, type ValueContext } from "./value-context.ts";
import { CITIES, COUNTRIES, SENTENCES, SUBJECTS } from "./words.ts";

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
export function makerFor(name: string): Maker {
  const known = makers.get(name);
  if (known !== undefined) return known;
  if (makers.size >= MAX_CACHED) makers.clear();
  const maker = NAMES.find(([expression]) => expression.test(name))?.[1] ?? label;
  makers.set(name, maker);
  return maker;
}
