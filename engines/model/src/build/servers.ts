import type { Server } from "../servers/server.ts";
import { asArray, asString, entries, get, optional, record, strings } from "./raw.ts";

/** The servers that a document, a path item or an operation lists. */
export function buildServers(value: unknown): Server[] {
  return asArray(value).map((server) => ({
    url: asString(get(server, "url")) ?? "/",
    ...optional("description", asString(get(server, "description"))),
    ...optional("variables", buildVariables(get(server, "variables"))),
  }));
}

function buildVariables(value: unknown): Server["variables"] | undefined {
  if (value === undefined) return undefined;
  return record(
    entries(value).map(([name, variable]) => {
      const listed = strings(get(variable, "enum"));
      return [
        name,
        {
          default: String(get(variable, "default") ?? ""),
          ...(listed.length > 0 && { enum: listed }),
          ...optional("description", asString(get(variable, "description"))),
        },
      ];
    }),
  );
}
