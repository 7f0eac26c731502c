import { type Change, groupBy } from "@svc/diff";

/** A message's place: a method, a type, or a member of something. */
export interface Place {
  /** The type, the part of a call, or the method: `Pet`, `pets.list params`, `pets.list`. */
  readonly holder: string;
  /** Absent of a method or a type as a whole. */
  readonly member?: string;
}

/** A message in parts, so that one line can say of many places what is said of each. */
export interface Sentence {
  readonly before: string;
  /** Absent where the message is about no place. */
  readonly name?: string;
  readonly place?: Place;
  readonly after: string;
}

const METHOD = /^[a-z_$][\w$]*(?:\.[\w$]+)+$/;
const TYPE = /^[A-Z][\w$]*$/;

/** A member after a dot, in brackets, or after a space. */
const MEMBER =
  /^(?<holder>.+)(?:\.(?<named>[^.\s[\]"]+(?:\[number\])*)|(?<quoted>\["(?:[^"\\]|\\.)*"\])|\s(?<part>[^.\s[\]"]+))$/;

function placeOf(name: string): Place | undefined {
  if (METHOD.test(name) || TYPE.test(name)) return { holder: name };
  const { holder, named, quoted, part } = MEMBER.exec(name)?.groups ?? {};
  const member = named ?? quoted ?? part;
  return holder === undefined || member === undefined ? undefined : { holder, member };
}

/** A message without what its direction alone explains. */
export function plainMessage({ message }: Change): string {
  return message.replace(/ Hand-built fixtures must add it\.$/, "");
}

/** Words of messages that headings already say: that a member is new or gone. */
const SAID_ABOVE = /^(?:New (?:optional |required ))?(?:property|(?:query|path|header|cookie) parameter) (?=`)/i;
const GONE_ABOVE = /(?<=^`[^`]*` \(.*\)) is gone$/;

/** Kinds that say all before their types: so one line can say it of members of many types. */
const TYPELESS = /^(?:became-(?:not-)?nullable|property-became-optional)$/;

/** The sentence of a change, without what its heading says. The place is the first name in it that is one. */
export function sentenceOf(change: Change): Sentence {
  const plain = plainMessage(change).replace(/\.$/, "");
  const whole = TYPELESS.test(change.rule) ? plain.replace(/^([^`]*`[^`]*` [^:]*): .*$/, "$1") : plain;
  const isMember = /^(?:property|parameter)-/.test(change.rule);
  const text = isMember ? whole.replace(SAID_ABOVE, "").replace(GONE_ABOVE, "") : whole;
  // The first name in a message about a webhook is that of the webhook, whatever it looks like.
  const names = change.rule.startsWith("event-") ? [] : text.matchAll(/`([^`]+)`/g);
  for (const { index, 1: name = "" } of names) {
    const place = name === "svc.raw" ? undefined : placeOf(name);
    if (place !== undefined)
      return { before: text.slice(0, index), name, place, after: text.slice(index + name.length + 2) };
  }
  return { before: text, after: "" };
}

/** The sentence for each of these methods, where it names one of them: it holds for all. */
export function ofEach(sentence: Sentence, methods: readonly string[]): Sentence[] {
  const { name = "", place } = sentence;
  const named = methods.find((method) => place?.holder === method || place?.holder.startsWith(`${method} `));
  if (named === undefined || place === undefined) return [sentence];
  const of = (text: string, method: string) => `${method}${text.slice(named.length)}`;
  return methods.map((method) => ({
    ...sentence,
    name: of(name, method),
    place: { ...place, holder: of(place.holder, method) },
  }));
}

/** The sentence about a place: the same for all that one line can name. */
export function predicateOf({ before, after }: Sentence): string {
  return `${before}…${after}`;
}

/** True for what a place does or is now; else its type follows, which says nothing of others. */
export function isVerbal({ before, after, place }: Sentence): boolean {
  return place?.member === undefined || before !== "" || /^(?: [a-z]|: the )/.test(after);
}

/** One sentence of several places. */
export function textOf(sentences: readonly Sentence[], max: number): string {
  const [first, ...others] = sentences;
  if (first === undefined) return "";
  const { before, name, after } = first;
  if (name === undefined) return before;
  if (others.length === 0) return `${before}\`${name}\`${after}`;
  const members = new Set(sentences.map(({ place }) => place?.member));
  const isEach = isVerbal(first) && (members.size > 1 || members.has(undefined));
  const each = isEach ? (before === "" ? "Each of " : "each of ") : "";
  return `${before}${each}${namesOf(sentences, max)}${after}`;
}

/** Names of places, members of the same holders together: `a` and `b` of `A` and `B`. */
function namesOf(sentences: readonly Sentence[], max: number): string {
  const holders = groupBy(sentences, ({ place }) => place?.member ?? "");
  const alike = groupBy([...holders], ([, all]) => holdersOf(all).join("\n"));
  const names = [...alike.values()].map((members) => {
    const all = listed(holdersOf(members[0]?.[1] ?? []), max);
    const own = members.map(([member]) => member).filter((member) => member !== "");
    return own.length === 0 ? all : `${listed(own, max)} of ${all}`;
  });
  const isLong = names.length > max;
  return `${names.slice(0, max).join("; ")}${isLong ? `; and ${names.length - max} more` : ""}`;
}

/** Holders of places, each once. */
export function holdersOf(sentences: readonly Sentence[]): string[] {
  return [...new Set(sentences.flatMap(({ place }) => place?.holder ?? []))].sort();
}

/** Names in backticks; of those that are too many, the number. */
export function listed(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).map((name) => `\`${name}\``);
  if (names.length > max) shown.push(`${names.length - max} more`);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
