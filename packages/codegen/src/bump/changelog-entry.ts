import type { Change } from "@svc/diff";
import { adviceOf } from "@svc/diff";
import { code, join, type Markdown, markdown, md } from "../quote/index.ts";
import { beforeAfter } from "./before-after.ts";
import type { CodeNames } from "./repository.ts";

/** Line of a change's place: of the new document, or of the old one where the place is gone. */
export type LineOf = (change: Change) => { readonly line: number; readonly isOld: boolean } | undefined;

/** Facts that entries need besides their changes. */
export interface EntryContext {
  readonly lineOf: LineOf;
  readonly names: CodeNames;
}

/** The request of a method in a message. */
const ROUTE = /\(([A-Z]+ \/[^\s`]*)\)/;

/** Operations that an entry names; of more, it tells the number. */
const MAX_OPERATIONS = 5;

/**
 * One change: what it is in the words of the TypeScript user; what it means on the wire, whom it hurts and what to do; and
 * where in the document it stands. What asks for nothing is told in one line.
 */
export function changeEntry(change: Change, context: EntryContext): Markdown {
  const sentence = prose(change.message.replace(ROUTE, "(`$1`)"));
  const place = where(change, context);
  if (change.level === "patch") return md`- ${sentence} (${place})`;
  const { wire, todo } = adviceOf(change);
  const facts = [
    md`On the wire: ${lowerFirst(wire)}`,
    ...(change.labels.length > 0 ? [md`Hurts: ${markdown(change.labels.join(", "))}.`] : []),
    ...(todo === undefined ? [] : [md`What to do: ${lowerFirst(todo)}`]),
  ];
  const shown = beforeAfter(change, context.names);
  return md`
    - ${sentence}
      - ${join(facts, " ")}
      ${shown === undefined ? [] : [md`- Before: ${code(shown.before)}; after: ${code(shown.after)}`]}
      - ${used(change)}${place}
  `.trimEnd() as Markdown;
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

function used({ operations }: Change): Markdown {
  if (operations.length === 0) return md``;
  const named = operations.slice(0, MAX_OPERATIONS).map((id) => code(id));
  const more = operations.length - named.length;
  return md`In ${join(named, ", ")}${more > 0 ? md` and ${markdown(String(more))} more operations` : md``}: `;
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
function lowerFirst(text: string): Markdown {
  return prose(`${text[0]?.toLowerCase() ?? ""}${text.slice(1)}`);
}
