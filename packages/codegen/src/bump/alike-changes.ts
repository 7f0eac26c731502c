import { adviceOf, type Change, groupBy } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { type EntryContext, prose, where } from "./changelog-entry.ts";

/** Types that an entry names; of more, it tells the number. */
const MAX_TYPES = 40;

/** The place of a message: a member of something. */
const MEMBER = /`([^`]+)\.([^`.]+)`/;

/** Changes that say the same of several types, or of one type in requests and in responses: lists of at least one. */
export function groupAlike(changes: readonly Change[]): Change[][] {
  const key = ({ rule, message }: Change) => `${rule} ${message.replace(MEMBER, "`*.$2`")}`;
  return [...groupBy(changes, key).values()];
}

/** One entry for changes that {@link groupAlike} has put together. */
export function alikeEntry(members: readonly Change[], context: EntryContext): Markdown {
  const [first] = members;
  if (first === undefined) return md``;
  const types = [...new Set(members.map(({ message }) => MEMBER.exec(message)?.[1] ?? ""))].sort();
  const isOne = types.length === 1;
  const sentence = isOne ? first.message : first.message.replace(MEMBER, (_, __, member: string) => `\`${member}\``);
  const facts = [...new Map(members.map((change) => [change.direction, change])).values()].flatMap(factsOf);
  const shown = types.slice(0, MAX_TYPES).map((type) => code(type));
  const rest = types.length > shown.length ? md`, and ${markdown(String(types.length - shown.length))} more` : md``;
  const places = isOne
    ? where(first, context)
    : md`In ${markdown(String(types.length))} types: ${join(shown, ", ")}${rest}; the first at ${where(first, context)}`;
  if (first.level === "patch") return md`- ${prose(sentence)} (${places})`;
  return md`
    - ${prose(sentence)}
      ${facts.map((fact) => md`- ${fact}`)}
      - ${places}
  `.trimEnd() as Markdown;
}

/** The meaning of a change, for requests or for responses. */
function factsOf(change: Change): Markdown[] {
  const { wire, todo } = adviceOf(change);
  const of = change.direction === undefined ? "" : change.direction === "request" ? "In requests: " : "In answers: ";
  const hurts = change.labels.length === 0 ? "" : ` Hurts: ${change.labels.join(", ")}.`;
  const advice = todo === undefined ? "" : ` What to do: ${todo[0]?.toLowerCase()}${todo.slice(1)}`;
  return [prose(`${of}${wire[0]?.toLowerCase()}${wire.slice(1)}${hurts}${advice}`)];
}
