import { plainToken } from "@svc/model";
import type { Change } from "../change.ts";
import { groupBy } from "../group-by.ts";
import type { RuleId } from "../rules/index.ts";
import { cut } from "../schema/type-text.ts";

/** Changes at one place of the document: an operation, a named schema, or the document itself. */
export interface ChangeGroup {
  readonly title: string;
  readonly members: readonly Change[];
  /** One cause at many places: each has a line, and no more. */
  readonly isList?: true;
  /** The end of all its messages, if they have one: it stands in the title. */
  readonly shared?: string;
}

/** Kinds of which a document may have hundreds at once, each alone at its place. */
const LISTED: { readonly [rule in RuleId]?: string } = {
  "operation-added": "new methods",
  "operation-removed": "methods that are gone",
  "operation-id-renamed": "operations with another id",
  "schema-added": "new types",
  "schema-removed": "types that are gone",
};

/** So many of a kind are told at their places. */
const FEW = 5;

/** Changes by place, in the order in which the first of each comes; many of one kind in one list. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const byRule = groupBy(changes, ({ rule }) => rule);
  const listOf = ({ rule }: Change) => ((byRule.get(rule)?.length ?? 0) > FEW ? LISTED[rule] : undefined);
  const groups = groupBy(changes, (change) => listOf(change) ?? titleOf(change));
  return [...groups].map(([title, members]) => {
    const isList = members[0] !== undefined && listOf(members[0]) !== undefined;
    if (!isList) return { title, members };
    const shared = sharedEnd(members);
    return { title: `${members.length} ${title}${shared}`, members, isList, shared };
  });
}

/** The text behind the colon after a quoted name, if all messages share it. */
function sharedEnd(members: readonly Change[]): string {
  const [end = ""] = /(?<="): [^"]+$/.exec(members[0]?.message ?? "") ?? [];
  return members.every(({ message }) => message.endsWith(end)) ? end : "";
}

function titleOf({ pointer, operation, operations }: Change): string {
  const schema = /^\/components\/schemas\/([^/]*)/.exec(pointer)?.[1];
  if (schema !== undefined) return cut(`schema ${plainToken(schema)}`);
  const [, path, member = ""] = /^\/paths\/([^/]*)\/([^/]*)/.exec(pointer) ?? [];
  // What is no method is a member that the whole path has.
  const isOfPath = member.startsWith("x-") || member === "parameters";
  if (path !== undefined) return cut(`${isOfPath ? "path" : member.toUpperCase()} ${plainToken(path)}`);
  const webhook = /^\/webhooks\/([^/]*)/.exec(pointer)?.[1];
  if (webhook !== undefined) return cut(`webhook ${plainToken(webhook)}`);
  if (operation !== undefined && operations.length === 1) return cut(`operation ${operation}`);
  return "document";
}
