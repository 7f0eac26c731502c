import type { Json, Model, Operation, Server } from "@svc/model";
import { type Code, join, key, str, ts } from "../../quote/index.ts";

/** A server as a table has it. */
interface ServerRow {
  readonly url: string;
  readonly variables?: { readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] } };
}

/** Servers by name. */
export interface NamedServers {
  readonly [name: string]: ServerRow;
}

/** Servers that a client can call by name: those of the configuration, else those of the document with an absolute address. */
export function namedServers({ servers }: Model, addresses: { readonly [name: string]: string } = {}): NamedServers {
  const own = Object.entries(addresses).map(([name, url]) => [name, { url }] as const);
  if (own.length > 0) return Object.fromEntries(own);
  const named = new Map<string, ServerRow>();
  for (const server of servers) {
    const address = absolute(server);
    if (address === undefined) continue;
    const { url, variables } = server;
    const used = Object.entries(variables ?? {}).filter(([name]) => url.includes(`{${name}}`));
    const rows = used.map(
      ([name, one]) => [name, { default: one.default, ...(one.enum && { enum: one.enum }) }] as const,
    );
    const names = [nameOf(server), address.host, address.href];
    const name = names.find((one) => one !== "" && !named.has(one));
    if (name !== undefined) named.set(name, { url, ...(rows.length > 0 && { variables: Object.fromEntries(rows) }) });
  }
  return Object.fromEntries(named);
}

/**
 * Where an operation goes that lists servers of its own: an address of https, or one that is relative to the client's. Of several
 * those that have the names of the document's, by name: whoever calls a sandbox does not upload to production.
 */
export function operationServer({ servers = [] }: Operation, model: Model): Json | undefined {
  if (servers.length === 0) return undefined;
  const usual = model.servers.map(withDefaults);
  const own = servers.filter((server) => !usual.includes(withDefaults(server)) && isCallable(server));
  const known = namedServers(model);
  const named = own.flatMap((server) => (Object.hasOwn(known, nameOf(server)) ? [server] : []));
  if (named.length > 1) return Object.fromEntries(named.map((server) => [nameOf(server), withDefaults(server)]));
  const [first] = own;
  return first && own.length === servers.length ? withDefaults(first) : undefined;
}

function isCallable(server: Server): boolean {
  return !/^[a-z]+:/i.test(withDefaults(server)) || absolute(server)?.protocol === "https:";
}

function withDefaults({ url, variables = {} }: Server): string {
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name]?.default ?? "") : "",
  );
}

/** Names below `.invalid` are those of nobody (RFC 2606): documents have them where every customer has an address. */
function absolute(server: Server): URL | undefined {
  const text = withDefaults(server);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.hostname.endsWith(".invalid") ? url : undefined;
}

/** A short description as a name: `Sandbox server` is `sandbox`. Empty: it is a sentence, or there is none. */
function nameOf({ description = "" }: Server): string {
  const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = words.filter((word) => !/^(the|api|server|environment|endpoint|url)$/.test(word));
  return words.length > 4 ? "" : telling.join("-");
}

/** Members of the type of a client's options: names of servers, and the variables of their addresses. */
export function serverMembers(servers: NamedServers): Code[] {
  const names = Object.keys(servers);
  const variables = new Map<string, readonly Code[]>();
  for (const { variables: own = {} } of Object.values(servers))
    for (const [name, one] of Object.entries(own))
      variables.set(name, [...(variables.get(name) ?? []), ...(one.enum ? one.enum.map(str) : [ts`string`])]);
  const server = ts`
    /** Server of the document that is called, unless there is a \`baseUrl\`. @default none: one of the two is required */
    readonly server?: ${join(names.map(str), " | ")} | undefined;`;
  const values = ts`
    /** Values of the variables in the address of the server. @default those of the document */
    readonly serverVariables?: {
      ${[...variables].map(([name, types]) => ts`readonly ${key(name)}?: ${join([...new Set(types)], " | ")} | undefined;`)}
    } | undefined;`;
  return [...(names.length > 1 ? [server] : []), ...(variables.size > 0 ? [values] : [])];
}
