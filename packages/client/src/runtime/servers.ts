import { checkKind, checkNames, invalid } from "../checks.ts";
import type { Extras } from "../extras.ts";
import type { ServerRow } from "../table.ts";

/** Fills the variables of a server's address in. @throws ConfigurationError for a variable, or a value, that there is not */
function fill({ url, variables = {} }: ServerRow, given: { readonly [variable: string]: string | undefined }): string {
  checkKind("serverVariables", given, "object");
  checkNames(given, Object.keys(variables), { prefix: "serverVariables.", kind: "variable of the server" });
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const { default: usual = "", enum: known } = (Object.hasOwn(variables, name) && variables[name]) || {};
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? usual;
    if (known && !known.includes(value)) throw invalid(`serverVariables.${name}`, known.join(" or "), value);
    return value;
  });
}

/** A server's addresses that can be told from the document: a variable takes its default, or any value of its enum. */
function addresses(server: ServerRow): string[] {
  const others = Object.entries(server.variables ?? {}).flatMap(([name, { enum: values = [] }]) =>
    values.map((value) => fill(server, { [name]: value })),
  );
  return [fill(server, {}), ...others];
}

/** The servers that a document lists: for documents with an absolute address. */
export const documentServers: NonNullable<Extras["servers"]> = {
  choose({ servers = {} }, { server, serverVariables = {} }) {
    const names = Object.keys(servers);
    const name = server ?? (names.length === 1 ? names[0] : undefined);
    if (name === undefined && names.length === 0) return undefined;
    const row = typeof name === "string" && Object.hasOwn(servers, name) ? servers[name] : undefined;
    if (!row) throw invalid("server", `one of ${names.join(", ")}, or baseUrl`, ...(name === undefined ? [] : [name]));
    // Its default is a placeholder, as each customer has a host: no credential goes there.
    const [, host = ""] = /^[a-z]+:\/\/([^/:]*)/i.exec(row.url) ?? [];
    const own = [...host.matchAll(/\{([^{}]*)\}/g)].map(([, variable = ""]) => variable);
    const missing = own.find((variable) => !row.variables?.[variable]?.enum && serverVariables[variable] === undefined);
    if (missing !== undefined) throw invalid(`serverVariables.${missing}`, `a value for ${row.url}, or baseUrl`);
    return fill(row, serverVariables);
  },
  serverOf({ servers = {} }, { server = "" }, base) {
    const { origin } = new URL(base);
    const isHere = (url: string): boolean => URL.canParse(url) && new URL(url).origin === origin;
    const called = Object.keys(servers).find((name) => addresses(servers[name] as ServerRow).some(isHere));
    if (called === undefined) return base;
    const own = typeof server === "string" ? server : (server[called] ?? "");
    return URL.canParse(own, base) ? new URL(own, base).href.replace(/\/?$/, "/") : base;
  },
};
