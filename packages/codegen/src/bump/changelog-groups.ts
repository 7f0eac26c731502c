import { adviceOf, type Change, groupBy, type RuleId } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { alikeEntry, groupAlike, groupSiblings, siblingsEntry } from "./alike-changes.ts";
import { changeEntry, type EntryContext } from "./changelog-entry.ts";

/** So many changes of one of these kinds are told one by one; more, as a list of names. */
const MAX_SINGLE = 5;

/** Names that a list without namespaces gives; of more, it tells the number. */
const MAX_NAMES = 60;

/** Kinds of changes of which a document may have hundreds that are all alike: what a list of them is called. */
const TITLES: { readonly [rule in RuleId]?: string } = {
  "operation-added": "new methods",
  "operation-removed": "methods are gone",
  "operation-moved": "methods call another path",
  "method-renamed": "methods have another name",
  "schema-renamed": "types have another name",
  "operation-deprecated": "methods are now marked as deprecated",
  "schema-added": "new types",
  "schema-removed": "types are gone",
  "security-scheme-added": "new security schemes",
  "security-scheme-removed": "security schemes are gone",
  "server-added": "new servers",
  "unknown-settled": "remarks on what is not known are gone",
  "unknown-added": "new remarks on what is not known",
  "description-changed": "descriptions change",
};

/** The entries of one section: changes that are alike become one entry, all others one each. */
export function sectionEntries(changes: readonly Change[], context: EntryContext): Markdown[] {
  const byRule = groupBy(changes, ({ rule }) => rule);
  const isAlike = ({ rule }: Change) => Object.hasOwn(TITLES, rule) && (byRule.get(rule)?.length ?? 0) > MAX_SINGLE;
  const groups = [...byRule.values()].filter(([first]) => first !== undefined && isAlike(first));
  return [
    ...groups.map((members) => groupEntry(members, context)),
    ...groupSiblings(groupAlike(changes.filter((change) => !isAlike(change)))).map((groups) => {
      const [members = [], ...others] = groups;
      if (others.length > 0) return siblingsEntry(groups, context);
      const [first, ...more] = members;
      return first !== undefined && more.length === 0 ? changeEntry(first, context) : alikeEntry(members, context);
    }),
  ];
}

function groupEntry(members: readonly Change[], context: EntryContext): Markdown {
  const [first] = members;
  if (first === undefined) return md``;
  const title = md`${markdown(String(members.length))} ${markdown(TITLES[first.rule] ?? "changes")}.`;
  const { todo } = adviceOf(first);
  const hurts = first.labels.length === 0 ? md`` : md` Hurts: ${markdown(first.labels.join(", "))}.`;
  const advice = todo === undefined ? md`` : md` What to do: ${markdown(todo[0]?.toLowerCase() + todo.slice(1))}`;
  if (first.rule === "description-changed") return md`- ${title}`;
  return md`
    - ${title}${hurts}${advice}
      ${lists(members, context)}
  `.trimEnd() as Markdown;
}

/** One line per namespace where the names have them, else one line. */
function lists(members: readonly Change[], context: EntryContext): Markdown[] {
  const isMethod = members.every(({ rule }) => rule.startsWith("operation-"));
  const spaces = groupBy(members, (change) => (isMethod ? (nameOf(change).split(".", 1)[0] ?? "") : ""));
  return [...spaces].sort(byName).map(([space, inside]) => {
    const shown = inside.slice(0, isMethod ? inside.length : MAX_NAMES).map((change) => named(change, context));
    const more = inside.length - shown.length;
    const rest = more > 0 ? md`, and ${markdown(String(more))} more` : md``;
    const head = space === "" ? md`` : md`${code(space)}: `;
    return md`- ${head}${join(shown, ", ")}${rest}`;
  });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function named(change: Change, context: EntryContext): Markdown {
  const found = context.lineOf(change);
  const name = nameIn(change);
  return found === undefined
    ? name
    : md`${name} (${found.isOld ? md`old ` : md``}line ${markdown(String(found.line))})`;
}

/** The subject of a change, and what has come in its place, where both are names. */
function nameIn(change: Change): Markdown {
  const [first, second] = Array.from(change.message.matchAll(/`([^`]+)`/g), ([, name]) => code(name ?? ""));
  if (first === undefined) return markdown(change.message);
  const isReplaced = change.rule === "operation-moved" || change.rule.endsWith("-renamed");
  return isReplaced && second !== undefined ? md`${first} → ${second}` : first;
}

/** The subject of a change: the first name in its message. */
function nameOf({ message }: Change): string {
  return /`([^`]+)`/.exec(message)?.[1] ?? message;
}
