import type { Change } from "@svc/diff";
import { adviceOf } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { beforeAfter } from "./before-after.ts";
import { plainMessage } from "./changelog-order.ts";
import type { CodeNames } from "./repository.ts";

/** Line of a change's place: of the new document, or of the old one where the place is gone. */
export type LineOf = (change: Change) => { readonly line: number; readonly isOld: boolean } | undefined;

/** Facts that entries need besides their changes. */
export interface EntryContext {
  readonly lineOf: LineOf;
  readonly names: CodeNames;
  /** The method of an operation, as it is called: `pets.list`. Undefined for a webhook. @default none is known */
  readonly methodOf?: (operation: string) => string | undefined;
}

/** The request of a method in a message. */
export const ROUTE = /\(([A-Z]+ \/[^\s`]*)\)/;

/** Methods that an entry names; of more, it tells the number. */
const MAX_METHODS = 5;

/** Kinds that are told in one line: by themselves they change no program, and what uses them is told on its own. */
const ONE_LINE: ReadonlySet<Change["rule"]> = new Set(["operation-added", "schema-added", "security-scheme-added"]);

/**
 * One change: what it is in the words of the TypeScript user; what it means on the wire, whom it hurts and what to do; and
 * where in the document it stands. What asks for nothing is told in one line.
 */
export function changeEntry(change: Change, context: EntryContext): Markdown {
  const sentence = prose(ofAll(change, context).replace(ROUTE, "(`$1`)"));
  const place = where(change, context);
  if (change.level === "patch" || ONE_LINE.has(change.rule)) return md`- ${sentence} (${place})`;
  const shown = beforeAfter(change, context.names);
  const methods = usedBy([change], context);
  return md`
    - ${sentence}
      - ${join(factsOf(change), " ")}
      ${shown === undefined ? [] : [md`- Before: ${code(shown.before)}; after: ${code(shown.after)}`]}
      - ${methods === undefined ? md`` : md`In ${methods}: `}${place}
  `.trimEnd() as Markdown;
}

/** A message that names one of the methods which it is about, of all of them. */
function ofAll(change: Change, { methodOf }: EntryContext): string {
  const message = plainMessage(change);
  const [start, name = ""] = /^`([^`]+)`/.exec(message) ?? [];
  const isOneOf = change.operations.length > 1 && change.operations.some((id) => methodOf?.(id) === name);
  return start !== undefined && isOneOf ? `Each of these${message.slice(start.length)}` : message;
}

/** The meaning of a change on the wire, whom it hurts, and what to do about it: one sentence each. */
export function factsOf(change: Change, of = "On the wire"): Markdown[] {
  const { wire, todo } = adviceOf(change);
  // A type that no method uses is compared all the same: programs may name it.
  const isUnused = change.direction !== undefined && change.operations.length === 0;
  return [
    isUnused ? md`No method uses it; programs that name its type see it.` : md`${markdown(of)}: ${lowerFirst(wire)}`,
    ...(change.labels.length > 0 ? [md`Hurts: ${markdown(change.labels.join(", "))}.`] : []),
    ...(todo === undefined ? [] : [md`What to do: ${lowerFirst(todo)}`]),
  ];
}

/** The place of a change in the document. */
export function where(change: Change, context: EntryContext): Markdown {
  const place = pointerOf(change);
  const line = lineOf(change, context);
  return line === place ? place : md`${place}, ${line}`;
}

/** The line of a change's place in the document; its pointer where it has none. */
export function lineOf(change: Change, context: EntryContext): Markdown {
  const found = context.lineOf(change);
  if (found === undefined) return pointerOf(change);
  return md`line ${markdown(String(found.line))}${found.isOld ? md` of the old document` : md``}`;
}

function pointerOf({ pointer }: Change): Markdown {
  return code(pointer === "" ? "/" : pointer);
}

/** The methods that changes touch, as users call them. Undefined where what is written beside this names all of them. */
export function usedBy(
  changes: readonly Change[],
  { methodOf }: EntryContext,
  holders: readonly string[] = [],
): Markdown | undefined {
  if (changes.every(({ rule }) => rule.startsWith("event-"))) return undefined;
  const all = new Set(changes.flatMap(({ operations }) => operations.map((id) => methodOf?.(id) ?? id)));
  const texts = holders.length > 0 ? [holders.join("\n")] : changes.map(({ message }) => message.replaceAll("`", "\n"));
  const isNamed = (name: string) => texts.every((text) => new RegExp(`^${escaped(name)}(?: |$)`, "m").test(text));
  if (all.size === 0 || [...all].every(isNamed)) return undefined;
  const named = [...all]
    .sort()
    .slice(0, MAX_METHODS)
    .map((name) => code(name));
  const more = all.size - named.length;
  return md`${join(named, ", ")}${more > 0 ? md` and ${markdown(String(more))} more ${markdown(more === 1 ? "method" : "methods")}` : md``}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w ]/g, "\\$&");
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

/** A sentence of ours after a colon; names keep their spelling. */
export function lowerFirst(text: string): Markdown {
  return prose(`${text[0]?.toLowerCase() ?? ""}${text.slice(1)}`);
}
