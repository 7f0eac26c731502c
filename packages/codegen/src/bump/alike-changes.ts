import { adviceOf, type Change, groupBy } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { type EntryContext, lineOf, prose, where } from "./changelog-entry.ts";

/** Names that an entry gives; of more, it tells the number. */
const MAX_NAMES = 40;

/** A message's place: a method, or a member of something. */
interface Place {
  /** The type, the part of a call, or the method: `Pet`, `pets.list params`, `pets.list`. */
  readonly holder: string;
  /** As it stands in a message; absent of a method. */
  readonly member?: string;
}

/** The first name in a message. */
const NAME = /`([^`]+)`/;

const METHOD = /^[a-z_$][\w$]*(?:\.[\w$]+)+$/;

/** A member after a dot, in brackets, or after a space. */
const MEMBER = /^(?<holder>.+)(?:\.(?<named>[^.\s[\]"]+)|(?<quoted>\["(?:[^"\\]|\\.)*"\])|\s(?<part>[^.\s[\]"]+))$/;

function placeOf({ message }: Change): Place | undefined {
  const name = NAME.exec(message)?.[1] ?? "";
  if (METHOD.test(name)) return { holder: name };
  const { holder, named, quoted, part } = MEMBER.exec(name)?.groups ?? {};
  const member = named ?? quoted ?? part;
  return holder === undefined || member === undefined ? undefined : { holder, member };
}

/** Changes that say the same of several types or methods, or of one in requests and in responses: lists of at least one. */
export function groupAlike(changes: readonly Change[]): Change[][] {
  const key = (change: Change) => {
    const place = placeOf(change);
    const text =
      place === undefined ? change.message : change.message.replace(NAME, () => `\`* ${place.member ?? ""}\``);
    return `${change.rule} ${text}`;
  };
  return [...groupBy(changes, key).values()];
}

/** Groups of one kind in the same types, of other members each: lists of at least one. */
export function groupSiblings(groups: readonly Change[][]): Change[][][] {
  const key = (members: readonly Change[], index: number) => {
    const [first] = members;
    if (first === undefined || placeOf(first)?.member === undefined) return String(index);
    return [first.rule, holdersOf(members).join(), members.map(({ direction }) => direction).join()].join(" ");
  };
  const keys = new Map(groups.map((members, index) => [members, key(members, index)]));
  const all = [...groupBy(groups, (members) => keys.get(members) ?? "").values()];
  return all.flatMap((siblings) => (siblings.length < FEW ? siblings.map((members) => [members]) : [siblings]));
}

/** So many changes of one kind are told together. */
const FEW = 3;

function holdersOf(members: readonly Change[]): string[] {
  return [...new Set(members.map((change) => placeOf(change)?.holder ?? ""))].sort();
}

/** One entry for changes that {@link groupAlike} has put together. */
export function alikeEntry(members: readonly Change[], context: EntryContext): Markdown {
  const [first] = members;
  if (first === undefined) return md``;
  const holders = holdersOf(members);
  const isOne = holders.length === 1;
  const sentence = isOne ? first.message : withoutHolder(first);
  const places = isOne
    ? where(first, context)
    : md`In ${listOf(holders, placeOf(first))}; the first at ${where(first, context)}`;
  if (first.level === "patch") return md`- ${prose(sentence)} (${places})`;
  return md`
    - ${prose(sentence)}
      ${factsOf(members).map((fact) => md`- ${fact}`)}
      - ${places}
  `.trimEnd() as Markdown;
}

/** One entry for groups that {@link groupSiblings} has put together. */
export function siblingsEntry(groups: readonly Change[][], context: EntryContext): Markdown {
  const firsts = groups.flatMap(([first]) => first ?? []);
  const all = groups.flat();
  const [change] = firsts;
  if (change === undefined) return md``;
  const lines = firsts.map((first) => md`- ${prose(withoutHolder(first))} (${lineOf(first, context)})`);
  return md`
    - ${markdown(String(firsts.length))} changes of one kind in ${listOf(holdersOf(all), placeOf(change))}.
      ${change.level === "patch" ? [] : factsOf(all).map((fact) => md`- ${fact}`)}
      ${lines}
  `.trimEnd() as Markdown;
}

/** The message of a change with the member alone. */
function withoutHolder(change: Change): string {
  const member = placeOf(change)?.member;
  return change.message.replace(NAME, () => (member === undefined ? "each of these" : `\`${member}\``));
}

/** Names of holders, with their number where there are several. */
function listOf(holders: readonly string[], place: Place | undefined): Markdown {
  const shown = holders.slice(0, MAX_NAMES).map((name) => code(name));
  const rest = holders.length > shown.length ? md`, and ${markdown(String(holders.length - shown.length))} more` : md``;
  if (holders.length === 1) return md`${join(shown, ", ")}`;
  const isType = holders.every((name) => /^[A-Z][\w$]*$/.test(name));
  const kind = place?.member === undefined ? "methods" : isType ? "types" : "places";
  return md`${markdown(String(holders.length))} ${markdown(kind)}: ${join(shown, ", ")}${rest}`;
}

/** The meaning of changes of one kind, for requests and for responses. */
function factsOf(members: readonly Change[]): Markdown[] {
  return [...new Map(members.map((change) => [change.direction, change])).values()].flatMap((change) => {
    const { wire, todo } = adviceOf(change);
    const of = change.direction === undefined ? "" : change.direction === "request" ? "In requests: " : "In answers: ";
    const hurts = change.labels.length === 0 ? "" : ` Hurts: ${change.labels.join(", ")}.`;
    const advice = todo === undefined ? "" : ` What to do: ${todo[0]?.toLowerCase()}${todo.slice(1)}`;
    return [prose(`${of}${wire[0]?.toLowerCase()}${wire.slice(1)}${hurts}${advice}`)];
  });
}
