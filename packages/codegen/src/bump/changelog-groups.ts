import { adviceOf, type Change, groupBy, type RuleId } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { alikeEntry, groupAlike, groupSiblings, siblingsEntry } from "./alike-changes.ts";
import { changeEntry, type EntryContext, lowerFirst, prose, ROUTE } from "./changelog-entry.ts";

/** One change of these kinds is told alone; more, as a list of names. */
const MAX_SINGLE = 1;

/** So many methods have a line each; more, one line for each namespace. */
const MAX_LINES = 20;

/** Names that a list without namespaces gives; of more, it tells the number. */
const MAX_NAMES = 60;

/** Descriptions that are named: of more, only the first are looked at. */
const MAX_DESCRIPTIONS = 12;

/** Kinds of changes of which a document may have hundreds that are all alike: what a list of them is called. */
const TITLES: { readonly [rule in RuleId]?: string } = {
  "operation-added": "new methods",
  "operation-removed": "methods are gone",
  "operation-moved": "methods call another path",
  "event-added": "new webhooks and callbacks",
  "event-removed": "webhooks and callbacks are gone",
  "method-renamed": "methods have another name",
  "operation-id-renamed": "operations have another id",
  "schema-renamed": "types have another name",
  "operation-deprecated": "methods are now marked as deprecated",
  "operation-tags-changed": "methods have other tags; no name in the SDK is made from them",
  "schema-added": "new types",
  "schema-removed": "types are gone",
  "resource-added": "resources of the fake are declared",
  "resource-removed": "resources of the fake are no longer declared",
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
  // A list stands where the first of its changes would.
  const listed = new Set<RuleId>();
  const units = groupBy(changes, (change) => {
    if (!isAlike(change)) return `after ${listed.size} lists`;
    listed.add(change.rule);
    return change.rule;
  });
  return [...units.values()].flatMap((members) => {
    const [first] = members;
    return first !== undefined && isAlike(first) ? [groupEntry(members, context)] : singleEntries(members, context);
  });
}

function singleEntries(changes: readonly Change[], context: EntryContext): Markdown[] {
  return groupSiblings(groupAlike(changes)).map((groups) => {
    const [members = [], ...others] = groups;
    if (others.length > 0) return siblingsEntry(groups, context);
    const [first, ...more] = members;
    return first !== undefined && more.length === 0 ? changeEntry(first, context) : alikeEntry(members, context);
  });
}

function groupEntry(members: readonly Change[], context: EntryContext): Markdown {
  const [first] = members;
  if (first === undefined) return md``;
  const title = md`${markdown(String(members.length))} ${markdown(TITLES[first.rule] ?? "changes")}.`;
  const { todo } = adviceOf(first);
  const labels = [...new Set(members.flatMap((change) => change.labels))];
  const hurts = labels.length === 0 ? md`` : md` Hurts: ${markdown(labels.join(", "))}.`;
  const advice = todo === undefined || first.level === "patch" ? md`` : md` What to do: ${lowerFirst(todo)}`;
  return md`
    - ${title}${hurts}${advice}
      ${lists(members, context)}
  `.trimEnd() as Markdown;
}

/** Methods have a line each; of many, a line per namespace. All other names stand in one line. */
function lists(members: readonly Change[], context: EntryContext): Markdown[] {
  const isMethod = members.every(({ rule }) => ROUTED.has(rule));
  if (isMethod && members.length <= MAX_LINES) return members.map((change) => md`- ${named(change, context, true)}`);
  const max = members[0]?.rule === "description-changed" ? MAX_DESCRIPTIONS : MAX_NAMES;
  const spaces = groupBy(members, (change) => (isMethod ? (nameOf(change).split(".", 1)[0] ?? "") : ""));
  return [...spaces].sort(byName).map(([space, inside]) => {
    const shown = inside.slice(0, isMethod ? inside.length : max).map((change) => named(change, context));
    const more = inside.length - shown.length;
    const rest = more > 0 ? md`, and ${markdown(String(more))} more` : md``;
    const head = space === "" ? md`` : md`${code(space)}: `;
    return md`- ${head}${join(shown, ", ")}${rest}`;
  });
}

/** Kinds whose messages name the request of a method. */
const ROUTED: ReadonlySet<RuleId> = new Set(["operation-added", "operation-removed", "operation-moved"]);

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function named(change: Change, context: EntryContext, withRoute = false): Markdown {
  const found = context.lineOf(change);
  const name = nameIn(change, withRoute);
  const line = found && md`${found.isOld ? md`old ` : md``}line ${markdown(String(found.line))}`;
  const [, route] = (withRoute && ROUTE.exec(change.message)) || [];
  const facts = [...(route === undefined ? [] : [code(route)]), ...(line === undefined ? [] : [line])];
  return facts.length === 0 ? name : md`${name} (${join(facts, ", ")})`;
}

/** The ids in the message of a renamed one. */
const IDS = /is now called "(.*?)", not "(.*?)":/;

/** The subject of a change, and what has come in its place, where both are names. */
function nameIn(change: Change, withRoute: boolean): Markdown {
  const [first, second, third] = Array.from(change.message.matchAll(/`([^`]+)`/g), ([, name]) => code(name ?? ""));
  if (change.rule === "description-changed") return md`${markdown(nameOf(change))}`;
  if (change.rule.startsWith("event-")) return prose(eventOf(change));
  if (first === undefined) return markdown(change.message);
  const [, now, old] = change.rule === "operation-id-renamed" ? (IDS.exec(change.message) ?? []) : [];
  if (now !== undefined && old !== undefined) return md`${first}: ${code(old)} → ${code(now)}`;
  if (change.rule === "operation-moved" && second !== undefined)
    return withRoute && third !== undefined ? md`${first}: ${third} → ${second}` : md`${first} → ${second}`;
  return change.rule.endsWith("-renamed") && second !== undefined ? md`${first} → ${second}` : first;
}

/** A webhook or callback as a message names it. */
function eventOf({ message }: Change): string {
  return /(?:webhook|callback) `.*?`(?: of "[^"]*")?/.exec(message)?.[0] ?? message;
}

/** The subject of a change: the first name in its message; of a description also what it is, where it is not called so. */
function nameOf({ message, rule }: Change): string {
  const [, what = "", place = ""] =
    rule === "description-changed" ? (/^The (\S+) of (.*) changes\.$/.exec(message) ?? []) : [];
  if (place !== "") return `${what === "description" ? "" : `${what} of `}${place.replaceAll("`", "")}`;
  return /`([^`]+)`/.exec(message)?.[1] ?? message;
}
