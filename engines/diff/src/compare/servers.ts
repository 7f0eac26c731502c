import type { Server } from "@svc/model";
import type { Report } from "../collect.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { cut } from "../schema/type-text.ts";
import { describe } from "./info.ts";

/** The servers of a document that has none (OpenAPI, section "OpenAPI Object"). */
const DEFAULT: readonly Server[] = [{ url: "/" }];

/** Servers by their URL; a single one that is replaced has changed. */
export function compareServers(before: readonly Server[], after: readonly Server[]): Report[] {
  const [old, now] = [before, after].map((servers) => (servers.length === 0 ? DEFAULT : servers)) as [
    Server[],
    Server[],
  ];
  const key = ({ url, variables }: Server) =>
    canonicalText([
      // Paths begin with a slash: one at the end of the address says nothing.
      url.replace(/\/$/, ""),
      Object.entries(variables ?? {})
        .map(([name, variable]) => [name, variable.default])
        .sort(),
    ]);
  const keys = { old: new Set(old.map(key)), new: new Set(now.map(key)) };
  const removed = old.filter((server) => !keys.new.has(key(server)));
  const added = now.filter((server) => !keys.old.has(key(server)));
  const [from, to] = [removed[0], added[0]];
  const at = (servers: readonly Server[], server: Server) => `/servers/${servers.indexOf(server)}`;
  const isReplaced = from !== undefined && to !== undefined && removed.length === 1 && added.length === 1;
  const changes: Report[] = isReplaced
    ? [
        {
          rule: "server-changed",
          old: at(old, from),
          new: at(now, to),
          facts: { old: cut(serverText(from)), new: cut(serverText(to)) },
        },
      ]
    : [
        ...removed.map((one): Report => ({ rule: "server-removed", old: at(old, one), facts: { old: cut(one.url) } })),
        ...added.map((one): Report => ({ rule: "server-added", new: at(now, one), facts: { new: cut(one.url) } })),
      ];
  const prose = now.flatMap((server) => {
    const known = old.find((other) => key(other) === key(server));
    if (known === undefined) return [];
    const place = `server ${cut(server.url)}`;
    const where = { what: "description", place, pointer: at(now, server), pointerOld: at(old, known) };
    return describe(where, proseOf(known), proseOf(server));
  });
  return [...changes, ...prose];
}

function serverText({ url, variables = {} }: Server): string {
  const defaults = Object.entries(variables).map(([name, variable]) => `${name} = ${variable.default}`);
  return defaults.length === 0 ? url : `${url} (${defaults.join(", ")})`;
}

function proseOf({ description, variables = {} }: Server): string {
  const notes = Object.entries(variables).map(([name, variable]) => `${name}: ${variable.description ?? ""}`);
  return [description ?? "", ...notes.sort()].join("\n").trim();
}
