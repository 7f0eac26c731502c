import { plainToken } from "@svc/model";
import type { Change } from "../change.ts";
import { groupBy } from "../group-by.ts";
import { cut } from "../schema/type-text.ts";

/** Changes at one place of the document: an operation, a named schema, or the document itself. */
export interface ChangeGroup {
  readonly title: string;
  readonly members: readonly Change[];
}

/** Changes by place, in the order in which the first of each comes. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  return [...groupBy(changes, titleOf)].map(([title, members]) => ({ title, members }));
}

function titleOf({ pointer, operation, operations }: Change): string {
  const schema = /^\/components\/schemas\/([^/]*)/.exec(pointer)?.[1];
  if (schema !== undefined) return cut(`schema ${plainToken(schema)}`);
  const path = /^\/paths\/([^/]*)\/([^/]*)/.exec(pointer);
  if (path !== null) return cut(`${titleOfMember(path[2] ?? "")} ${plainToken(path[1] ?? "")}`);
  const webhook = /^\/webhooks\/([^/]*)/.exec(pointer)?.[1];
  if (webhook !== undefined) return cut(`webhook ${plainToken(webhook)}`);
  if (operation !== undefined && operations.length === 1) return cut(`operation ${operation}`);
  return "document";
}

/** The method of an operation; else it is a member that the whole path has. */
function titleOfMember(name: string): string {
  return name.startsWith("x-") || name === "parameters" ? "path" : name.toUpperCase();
}
