import type { Model, Operation } from "../model.ts";
import type { Server } from "./server.ts";

/** Where a server of a document listens. Variables take every value that the document allows. */
export interface ServerAddress {
  /** Its origin, or the pattern of its origins; undefined: the address is relative, and every host is its own. */
  readonly origin: string | RegExp | undefined;
  /** Matches the path at the beginning of a target; its groups are values that the document does not list. Undefined: it is empty. */
  readonly path: RegExp | undefined;
  /** Ids of the operations that list it themselves. Undefined: it is a server of all. */
  readonly operations: ReadonlySet<string> | undefined;
}

/** The addresses of all servers of a document: of the whole, of path items, of single operations. Each is there once. */
export function serverAddresses({ servers, operations }: Pick<Model, "servers" | "operations">): ServerAddress[] {
  const own = new Map<string, { readonly server: Server; readonly ids: string[] }>();
  for (const operation of operations) for (const server of operation.servers ?? []) add(own, server, operation);
  return [
    ...servers.flatMap((server) => addressesOf(server, undefined)),
    ...[...own.values()].flatMap(({ server, ids }) => addressesOf(server, new Set(ids))),
  ];
}

function add(own: Map<string, { server: Server; ids: string[] }>, server: Server, { id }: Operation): void {
  const key = JSON.stringify([server.url, server.variables]);
  const known = own.get(key);
  if (known === undefined) own.set(key, { server, ids: [id] });
  else known.ids.push(id);
}

const VARIABLE = /\{([^{}]*)\}/g;

/** The addresses of a server: one, unless a variable stands for the beginning of the address. */
function addressesOf({ url, variables = {} }: Server, operations: ServerAddress["operations"]): ServerAddress[] {
  const valuesOf = (name: string): Values => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return { listed: [...new Set([variable?.default ?? "", ...(variable?.enum ?? [])])], isFree: !variable?.enum };
  };
  // Any address at all would be allowed: only those that are written down count.
  const [begin = "", scheme = "", first = ""] = /^([a-z]+:\/\/)?\{([^{}]*)\}(?!:\/\/)/i.exec(url) ?? [];
  const { listed } = valuesOf(first);
  // After a scheme a variable is a host, unless a path belongs to its value.
  const isAddress = begin !== "" && (scheme === "" || listed.some((value) => value.includes("/")));
  const urls = isAddress ? listed.map((value) => scheme + value + url.slice(begin.length)) : [url];
  return urls.flatMap((one) => {
    const [, protocol, host = "", path = ""] =
      /^(?:([a-z{}]+):)?(?:\/\/((?:\{[^{}]*\}|[^/?#{}])*))?([^?#]*)/i.exec(one) ?? [];
    const origin = host === "" ? undefined : originOf(protocol, host, valuesOf);
    return origin === undefined && host !== "" ? [] : [{ origin, path: pathOf(path, valuesOf), operations }];
  });
}

interface Values {
  readonly listed: readonly string[];
  /** Whether it takes other values, too. */
  readonly isFree: boolean;
}

type ValuesOf = (variable: string) => Values;

/** A domain that no variable is in: else a pattern would stand for hosts of everybody. */
const OWN_DOMAIN = /\.[a-z0-9-]+\.[a-z]{2,}$/i;

function originOf(scheme: string | undefined, host: string, valuesOf: ValuesOf): string | RegExp | undefined {
  const [, name = "", port] = /^(.*?)(?::(\d+|\{[^{}]*\}))?$/.exec(host) ?? [];
  const plain = `${scheme ?? "https"}://${host}`;
  if (!plain.includes("{") && scheme !== undefined) {
    return URL.canParse(plain) && /^https?$/i.test(scheme) ? new URL(plain).origin : undefined;
  }
  const schemes = scheme === undefined || scheme.startsWith("{") ? "https?" : escaped(scheme);
  const isOwn = OWN_DOMAIN.test(name);
  const hosts = pattern(name, (variable) => {
    const { listed, isFree } = valuesOf(variable);
    return [...listed.map(escaped), ...(isFree && isOwn ? [ANY] : [])];
  });
  // Of a default port some write the number.
  const ports = `(?::${port === undefined ? "(?:80|443)" : pattern(port, (variable) => [...valuesOf(variable).listed, "\\d+"])})?`;
  return new RegExp(`^${schemes}://${hosts}${ports}$`, "i");
}

function pathOf(path: string, valuesOf: ValuesOf): RegExp | undefined {
  const text = `/${path.replace(/^(?:\.?\/)+/, "")}`.replace(/(?<!\/)\/+$/, "");
  if (text === "") return undefined;
  const source = pattern(text, (variable) => {
    const { listed, isFree } = valuesOf(variable);
    const values = listed.filter((value) => value !== "").map((value) => escaped(value.replace(/^\/|\/$/g, "")));
    return [...values, ...(isFree ? [ANY] : [])];
  });
  return new RegExp(`^${source}(?=[/?]|$)`);
}

const ANY = "([^/?#]+)";

/** A pattern of a template: its text as it is, each variable one of its values. */
function pattern(template: string, valuesOf: (variable: string) => readonly string[]): string {
  return template
    .split(VARIABLE)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `(?:${valuesOf(part).join("|")})`))
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
