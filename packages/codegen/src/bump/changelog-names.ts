import { type Change, groupBy, type RuleId } from "@svc/diff";
import { compareText } from "@svc/model";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { type EntryContext, lineOf, prose } from "./changelog-places.ts";

/** Kinds whose subject is all that a line says: names stand in a row. */
export const NAMED: ReadonlySet<RuleId> = new Set([
  "operation-removed",
  "operation-moved",
  "operation-added",
  "method-renamed",
  "operation-id-renamed",
  "operation-deprecated",
  "operation-tags-changed",
  "schema-added",
  "schema-removed",
  "schema-renamed",
  "event-added",
  "event-removed",
  "description-changed",
] as const);

/** So many methods have a line each; more, one line for each namespace. */
const MAX_LINES = 20;

/** Names that a line without namespaces gives; of descriptions, fewer. */
const MAX_SHOWN = 60;
const MAX_DESCRIPTIONS = 12;

/** Methods have a line each; of many, a line for each namespace. All other names stand in one line. */
export function namedLines(members: readonly Change[], context: EntryContext): Markdown[] {
  const isMethod = members.every(({ rule }) => rule.startsWith("operation-") || rule === "method-renamed");
  const isRouted = isMethod && members.length <= MAX_LINES;
  if (isRouted) return members.map((change) => md`- ${named(change, context, true)}`);
  const max = members[0]?.rule === "description-changed" ? MAX_DESCRIPTIONS : MAX_SHOWN;
  const spaces = groupBy(members, (change) => (isMethod ? (subjectOf(change).split(".", 1)[0] ?? "") : ""));
  return [...spaces]
    .sort(([a], [b]) => compareText(a, b))
    .map(([space, inside]) => {
      const shown = inside.slice(0, isMethod ? inside.length : max).map((change) => named(change, context, false));
      const more = inside.length - shown.length;
      const rest = more > 0 ? md`, and ${markdown(String(more))} more` : md``;
      return md`- ${space === "" ? md`` : md`${code(space)}: `}${join(shown, ", ")}${rest}`;
    });
}

function named(change: Change, context: EntryContext, withRoute: boolean): Markdown {
  const [, route] = /\(([A-Z]+ \/[^\s`]*)\)/.exec(change.message) ?? [];
  const facts = [...(withRoute && route !== undefined ? [code(route)] : []), lineOf(change, context)];
  return md`${subject(change)} (${join(facts, ", ")})`;
}

/** The subject of a change, and what has come in its place. */
function subject(change: Change): Markdown {
  const { rule, message } = change;
  if (rule === "description-changed") return markdown(subjectOf(change));
  if (rule.startsWith("event-"))
    return prose(/(?:webhook|callback) `.*?`(?: of "[^"]*")?/.exec(message)?.[0] ?? message);
  const [first, second, third] = Array.from(message.matchAll(/`([^`]+)`/g), ([, name]) => code(name ?? ""));
  if (first === undefined) return markdown(message);
  const [, now, old] =
    rule === "operation-id-renamed" ? (/is now called "(.*?)", not "(.*?)":/.exec(message) ?? []) : [];
  if (now !== undefined && old !== undefined) return md`${first}: ${code(old)} → ${code(now)}`;
  if (rule === "operation-moved" && second !== undefined && third !== undefined)
    return md`${first}: ${third} → ${second}`;
  if (rule.endsWith("-renamed") && second !== undefined) return md`${first} → ${second}`;
  return first;
}

/** The first name in a message; of a description also what it is, unless it is one. */
function subjectOf({ message, rule }: Change): string {
  const [, what = "", place = ""] =
    rule === "description-changed" ? (/^The (\S+) of (.*) changes\.$/.exec(message) ?? []) : [];
  if (place !== "") return `${what === "description" ? "" : `${what} of `}${place.replaceAll("`", "")}`;
  return /`([^`]+)`/.exec(message)?.[1] ?? message;
}
