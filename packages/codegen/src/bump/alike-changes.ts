import { type Change, groupBy, type RuleId } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { beforeAfter } from "./before-after.ts";
import { type EntryContext, factsOf, prose, usedBy, where } from "./changelog-entry.ts";
import { plainMessage } from "./changelog-order.ts";

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
const MEMBER =
  /^(?<holder>.+)(?:\.(?<named>[^.\s[\]"]+(?:\[number\])*)|(?<quoted>\["(?:[^"\\]|\\.)*"\])|\s(?<part>[^.\s[\]"]+))$/;

function placeOf({ message, rule }: Change): Place | undefined {
  // The first name in such a message is that of a webhook, whatever it looks like.
  if (rule.startsWith("event-")) return undefined;
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
    const message = plainMessage(change);
    const text = place === undefined ? message : message.replace(NAME, () => `\`* ${place.member ?? ""}\``);
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
const FEW = 2;

function holdersOf(members: readonly Change[]): string[] {
  return [...new Set(members.map((change) => placeOf(change)?.holder ?? ""))].sort();
}

/** One entry for changes that {@link groupAlike} has put together. */
export function alikeEntry(members: readonly Change[], context: EntryContext): Markdown {
  const [first] = members;
  if (first === undefined) return md``;
  const holders = holdersOf(members);
  const isOne = holders.length === 1;
  const sentence = isOne ? plainMessage(first) : withoutHolder(first);
  const methods = usedBy(members, context, holders);
  const place = where(first, context);
  const places = isOne
    ? md`${methods === undefined ? md`` : md`In ${methods}: `}${place}`
    : md`In ${listOf(holders, placeOf(first))}${methods === undefined ? md`` : md`, used by ${methods}`}; the first at ${place}`;
  if (isPatch(members)) return md`- ${prose(sentence)} (${places})`;
  const shown = isOne ? members.flatMap((change) => beforeAfter(change, context.names) ?? [])[0] : undefined;
  return md`
    - ${prose(sentence)}
      ${factsOfAll(members).map((fact) => md`- ${fact}`)}
      ${shown === undefined ? [] : [md`- Before: ${code(shown.before)}; after: ${code(shown.after)}`]}
      - ${places}
  `.trimEnd() as Markdown;
}

/** One entry for groups that {@link groupSiblings} has put together. */
export function siblingsEntry(groups: readonly Change[][], context: EntryContext): Markdown {
  const firsts = groups.flatMap(([first]) => first ?? []);
  const all = groups.flat();
  const [change] = firsts;
  if (change === undefined) return md``;
  const { title = "changes of one kind, in" } = SIBLING_TITLES[change.rule] ?? {};
  const methods = usedBy(all, context, holdersOf(all));
  return md`
    - ${markdown(`${firsts.length} ${title}`)} ${listOf(holdersOf(all), placeOf(change))}.
      ${isPatch(all) ? [] : factsOfAll(all).map((fact) => md`- ${fact}`)}
      ${methods === undefined ? [] : [md`- Used by ${methods}.`]}
      ${memberLines(firsts, context)}
  `.trimEnd() as Markdown;
}

function isPatch(members: readonly Change[]): boolean {
  return members.every(({ level }) => level === "patch");
}

/** The members of a group: in one line where their names say all, else one line each. */
function memberLines(firsts: readonly Change[], context: EntryContext): Markdown[] {
  const lines = firsts.map((first) => md`${memberText(first)} (${shortLine(first, context)})`);
  const isShort = firsts.every(({ rule }) => SIBLING_TITLES[rule]?.rest?.source === "()$" || rule.endsWith("-removed"));
  return isShort ? [md`- ${join(lines, ", ")}`] : lines.map((line) => md`- ${line}`);
}

/** The member of a change with what the title of its group leaves to say. */
function memberText(change: Change): Markdown {
  const text = withoutHolder(change);
  const [, rest] = SIBLING_TITLES[change.rule]?.rest?.exec(text) ?? [];
  const member = placeOf(change)?.member;
  if (rest === undefined || member === undefined) return prose(text);
  return change.rule.endsWith("-removed") ? code(member) : md`${code(member)}${prose(rest)}`;
}

function shortLine(change: Change, context: EntryContext): Markdown {
  const found = context.lineOf(change);
  if (found === undefined) return where(change, context);
  return md`${found.isOld ? md`old ` : md``}line ${markdown(String(found.line))}`;
}

/** The message of a change with the member alone. */
function withoutHolder(change: Change): string {
  const member = placeOf(change)?.member;
  return plainMessage(change).replace(NAME, (_, _name: string, at: number) => {
    if (member !== undefined) return `\`${member}\``;
    return at === 0 ? "Each of these" : "each of these";
  });
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

/** The meaning of changes of one kind, for requests and for answers. */
function factsOfAll(members: readonly Change[]): Markdown[] {
  const isUsed = members.some(({ operations }) => operations.length > 0);
  const told = members.filter(({ operations }) => !isUsed || operations.length > 0);
  return [...new Map(told.map((change) => [change.direction, change])).values()].map((change) => {
    const of =
      change.direction === undefined ? undefined : change.direction === "request" ? "In requests" : "In answers";
    return join(factsOf(change, of), " ");
  });
}

/** How changes of one kind to several members of the same types are told. */
interface SiblingTitle {
  /** After the number of members: `properties are gone from`. */
  readonly title: string;
  /** Groups of a message that the title does not say: the member is told with these. @default the whole message */
  readonly rest?: RegExp;
}

/** Kinds of changes that many members of a type have at once. */
const SIBLING_TITLES: { readonly [rule in RuleId]?: SiblingTitle } = {
  "property-optional-added": { title: "new optional properties of", rest: /(: .*)\.$/ },
  "property-required-added": { title: "new required properties of", rest: /(: .*)\.$/ },
  "property-removed": { title: "properties are gone from", rest: /( \(.*\)) is gone\.$/ },
  "property-became-required": { title: "properties are now required in", rest: /()$/ },
  "property-became-optional": { title: "properties are now optional in", rest: /()$/ },
  "property-became-read-only": { title: "properties are now set by the service alone, in", rest: /()$/ },
  "became-nullable": { title: "members may now be null, in", rest: /()$/ },
  "became-not-nullable": { title: "members may no longer be null, in", rest: /()$/ },
  "enum-value-added": { title: "members may have new values, in" },
  "enum-value-removed": { title: "members lose values, in" },
  "type-changed": { title: "members change their types, in" },
  "reference-changed": { title: "members are of other types now, in" },
  "bound-tightened": { title: "bounds are tighter, in" },
  "bound-loosened": { title: "bounds are wider, in" },
  "default-changed": { title: "members have other defaults, in" },
  deprecated: { title: "members are now marked as deprecated, in", rest: /()$/ },
  undeprecated: { title: "members are no longer marked as deprecated, in", rest: /()$/ },
  "parameter-optional-added": { title: "new optional parameters, in", rest: /(: .*?)\.(?: The method had.*)?$/ },
  "parameter-required-added": { title: "new required parameters, in", rest: /(: .*)\.$/ },
  "parameter-removed": { title: "parameters are gone, from", rest: /( \(.*\)) is gone\.$/ },
};
