import { type Change, groupBy, maxLevel } from "@svc/diff";
import { join, type Markdown, md } from "../quote/index.ts";
import { actionOf } from "./actions.ts";
import { NAMED, namedLines } from "./changelog-names.ts";
import { type EntryContext, lineOf, prose, usedBy } from "./changelog-places.ts";
import {
  holdersOf,
  isVerbal,
  listed,
  ofEach,
  plainMessage,
  predicateOf,
  type Sentence,
  sentenceOf,
  textOf,
} from "./changelog-sentence.ts";

/** One change; the same in requests and in responses is one, under the higher level of the two. */
interface Told {
  readonly level: Change["level"];
  readonly twins: readonly Change[];
  /** The change that gives the level. */
  readonly lead: Change;
  /** One for each method that its message is about; at least one. */
  readonly sentences: readonly [Sentence, ...Sentence[]];
}

/** Entries of a level: what a user has to do, and below it one line for each cause. */
export function entriesOf(level: Change["level"], changes: readonly Change[], context: EntryContext): Markdown[] {
  const told = tellOnce(changes, context).filter((one) => one.level === level);
  const groups = groupBy(told, ({ lead }) => actionOf(lead).heading);
  const byRank = [...groups].sort(([, [a]], [, [b]]) => rankOf(a) - rankOf(b));
  return byRank.map(
    ([heading, members]) =>
      md`
      - ${prose(heading)}.${compilerNote(members)}
        ${linesOf(members, context)}
    `.trimEnd() as Markdown,
  );
}

function rankOf(told: Told | undefined): number {
  return told === undefined ? 0 : actionOf(told.lead).rank;
}

function tellOnce(changes: readonly Change[], { methodOf }: EntryContext): Told[] {
  const key = (change: Change) => [change.rule, change.pointerOld, change.pointerNew, plainMessage(change)].join(" ");
  return [...groupBy(changes, key).values()].flatMap((twins): Told[] => {
    const level = maxLevel(twins.map((change) => change.level)) as Change["level"];
    const lead = twins.find((change) => change.level === level);
    if (lead === undefined) return [];
    const methods = twins.flatMap(({ operations }) => operations.flatMap((id) => methodOf?.(id) ?? []));
    const [first = sentenceOf(lead), ...more] = ofEach(sentenceOf(lead), [...new Set(methods)].sort());
    return [{ level, twins, lead, sentences: [first, ...more] }];
  });
}

/** Whether the compiler finds the places in a program that break. */
function compilerNote(members: readonly Told[]): Markdown {
  const seen = members.filter(isSeen);
  if (members.every(({ level }) => level !== "major") || members.every(({ lead }) => lead.labels.length === 0))
    return md``;
  if (seen.length === members.length) return md` The compiler names each place.`;
  return seen.length === 0 ? md` The compiler does not see it.` : md``;
}

function isSeen({ lead }: Told): boolean {
  return lead.labels.includes("compile");
}

/** One line for each cause. */
function linesOf(members: readonly Told[], context: EntryContext): Markdown[] {
  const leads = members.map(({ lead }) => lead).filter(({ rule }) => NAMED.has(rule));
  const named = groupBy(leads, ({ rule }) => rule);
  const isMixed = members.some(isSeen) && !members.every(isSeen);
  return [
    ...[...named.values()].flatMap((leads) => namedLines(leads, context)),
    ...causesOf(members.filter(({ lead }) => !NAMED.has(lead.rule))).map((groups) => {
      const [lead] = groups[0] ?? [];
      const note = isMixed && lead?.level === "major" && !isSeen(lead);
      return md`${causeLine(groups, context)}${note ? md`; the compiler does not see it` : md``}`;
    }),
  ];
}

/**
 * Changes that say the same of several places are one group. Groups that only give the types of members are one cause if the members
 * have the same holders.
 */
function causesOf(members: readonly Told[]): Told[][][] {
  const alike = groupBy(members, ({ lead, sentences: [sentence] }) => {
    const member = isVerbal(sentence) ? "" : sentence.place?.member;
    return [lead.rule, predicateOf(sentence), member, lead.labels.includes("compile")].join(" ");
  });
  const causes = groupBy([...alike], ([key, [one, ...more]]) => {
    const isAlone = one === undefined || isVerbal(one.sentences[0]);
    return isAlone ? key : holdersOf([one, ...more].flatMap(({ sentences }) => sentences)).join("\n");
  });
  return [...causes.values()].map((groups) => groups.map(([, group]) => group));
}

/** A line: what happens to whom, who uses it, and where it is written. */
function causeLine(groups: readonly Told[][], context: EntryContext): Markdown {
  const [first = [], ...others] = groups;
  const [lead, ...more] = first;
  if (lead === undefined) return md``;
  const max = MAX_NAMES[lead.level];
  const sentences = first.flatMap((told) => told.sentences);
  const used = usedBy(
    groups.flat().flatMap(({ twins }) => twins),
    holdersOf(sentences),
    context,
  );
  if (others.length === 0) {
    const line = md`${more.length > 0 ? md`first in ` : md``}${lineOf(lead.lead, context)}`;
    return md`- ${prose(textOf(sentences, max))} (${join([...used, line], "; ")})`;
  }
  const members = groups.flatMap(([one]) => (one === undefined ? [] : [one]));
  const texts = members.map(({ sentences: [{ place, after }] }) => `\`${place?.member}\`${after}`);
  // What is said of each of them is said once.
  const [, shared = ""] = /(\. .*)$/.exec(texts[0] ?? "") ?? [];
  const isShared = shared !== "" && texts.every((text) => text.endsWith(shared));
  const list = texts.map((text, index) => {
    const own = isShared ? text.slice(0, -shared.length) : text;
    return md`${prose(own)} (${members[index] === undefined ? md`` : lineOf(members[index].lead, context)})`;
  });
  const users = used.length === 0 ? md`` : md` (${join(used, "; ")})`;
  return md`- ${prose(listed(holdersOf(sentences), max))}${users}: ${join(list, "; ")}${isShared ? prose(shared) : md``}`;
}

/** So many names a line gives of what breaks programs; of everything else, fewer. */
const MAX_NAMES = { major: 40, minor: 12, patch: 12 } as const;
