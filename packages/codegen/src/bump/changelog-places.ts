import { type Change, groupBy } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";

/** Line of a change's place: of the new document, or of the old one where the place is gone. */
export type LineOf = (change: Change) => { readonly line: number; readonly isOld: boolean } | undefined;

/** Facts that entries need besides their changes. */
export interface EntryContext {
  readonly lineOf: LineOf;
  /** The method of an operation, as it is called: `pets.list`. Undefined for a webhook. @default none is known */
  readonly methodOf?: (operation: string) => string | undefined;
}

/** Methods that a line names; of more, it tells the number. */
const MAX_METHODS = 5;
const MAX_EVENTS = 2;

/** The methods and webhooks that changes touch, without those that the line names already: `sent by …`, `returned by …`. */
export function usedBy(changes: readonly Change[], holders: readonly string[], { methodOf }: EntryContext): Markdown[] {
  if (changes.some(({ rule }) => rule.startsWith("event-"))) return [];
  const isNamed = (name: string) =>
    holders.some((holder) => holder.includes(`\`${name}\``) || holder === name || holder.startsWith(`${name} `));
  const directed = changes.filter(({ direction }) => direction !== undefined);
  if (directed.length > 0 && changes.every(({ operations }) => operations.length === 0)) return [md`used by no method`];
  const users = directed.flatMap(({ direction, operations }) =>
    operations.map((id) => {
      const method = methodOf?.(id);
      // A webhook or callback by its own name.
      const [, kind = "", event = id] = /^(webhook|callback) (\S+)/.exec(id) ?? [];
      if (method === undefined) return { word: kind === "" ? "in" : `in ${kind}`, name: event };
      return { word: direction === "request" ? "sent by" : "returned by", name: method };
    }),
  );
  return [...groupBy(users, ({ word }) => word)].flatMap(([word, all]) => {
    const names = [...new Set(all.map(({ name }) => name))].filter((name) => !isNamed(name)).sort();
    if (names.length === 0) return [];
    const max = word.startsWith("in ") ? MAX_EVENTS : MAX_METHODS;
    const shown = names.slice(0, max).map((name) => code(name));
    const more = names.length - shown.length;
    return [md`${markdown(word)} ${join(shown, ", ")}${more > 0 ? md` and ${markdown(String(more))} more` : md``}`];
  });
}

/** The line of a change's place in the document; its pointer where it has none. */
export function lineOf(change: Change, context: EntryContext): Markdown {
  const found = context.lineOf(change);
  if (found === undefined) return code(change.pointer === "" ? "/" : change.pointer);
  return md`${found.isOld ? md`old ` : md``}line ${markdown(String(found.line))}`;
}

/** A sentence in which names stand between backticks. */
export function prose(text: string): Markdown {
  return join(
    text.split(/`([^`]+)`/).flatMap((part, index) => {
      if (index % 2 === 1) return [code(part)];
      // Quoting trims, and these spaces stand between words; a colon is a mark at the beginning of a line only.
      const [, colon = "", rest = ""] = /^(:?)(.*)$/s.exec(part) ?? [];
      const before = colon === "" ? md`` : md`:`;
      return [before, /^\s/.test(rest) ? md` ` : md``, markdown(rest), /\S\s$/.test(rest) ? md` ` : md``];
    }),
    "",
  );
}
