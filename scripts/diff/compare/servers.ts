import type { Server } from "@svc/model";
import type { Scope } from "../collect.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { cut } from "../schema/type-text.ts";
import { describe } from "./info.ts";

/** What OpenAPI takes a document without servers for (section "OpenAPI Object"). */
const DEFAULT: readonly Server[] = [{ url: "/" }];

/** Servers by their URL; a single one that is replaced has changed. */
export function compareServers(before: readonly Server[], after: readonly Server[], scope: Scope): void {
  const [old, now] = [before, after].map((servers) => (servers.length === 0 ? DEFAULT : servers)) as [
    Server[],
    Server[],
  ];
  const key = ({ url, variables }: Server) =>
    canonicalText([
      url,
      Object.entries(variables ?? {})
        .map(([name, variable]) => [name, variable.default])
        .sort(),
    ]);
  const keys = { old: new Set(old.map(key)), new: new Set(now.map(key)) };
  const removed = old.filter((server) => !keys.new.has(key(server)));
  const added = now.filter((server) => !keys.old.has(key(server)));
  const [from, to] = [removed[0], added[0]];
  const at = (servers: readonly Server[], server: Server) => `/servers/${servers.indexOf(server)}`;
  if (from !== undefined && to !== undefined && removed.length === 1 && added.length === 1) {
    const facts = { old: cut(serverText(from)), new: cut(serverText(to)) };
    scope.reports.push({ rule: "server-changed", old: at(old, from), new: at(now, to), facts });
  } else {
    for (const server of removed)
      scope.reports.push({ rule: "server-removed", old: at(old, server), facts: { old: cut(server.url) } });
    for (const server of added)
      scope.reports.push({ rule: "server-added", new: at(now, server), facts: { new: cut(server.url) } });
  }
  for (const server of now) {
    const known = old.find((other) => key(other) === key(server));
    if (known === undefined) continue;
    const where = {
      what: "description",
      place: `server ${cut(server.url)}`,
      pointer: at(now, server),
      pointerOld: at(old, known),
    };
    describe(scope, where, proseOf(known), proseOf(server));
  }
}

function serverText({ url, variables = {} }: Server): string {
  const defaults = Object.entries(variables).map(([name, variable]) => `${name} = ${variable.default}`);
  return defaults.length === 0 ? url : `${url} (${defaults.join(", ")})`;
}

function proseOf({ description, variables = {} }: Server): string {
  const notes = Object.entries(variables).map(([name, variable]) => `${name}: ${variable.description ?? ""}`);
  return [description ?? "", ...notes.sort()].join("\n").trim();
}
