import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";
import type { ParamRow } from "../runtime/table.ts";
import { plainValue } from "./plain-value.ts";

type Values = { readonly [key: string]: unknown };

/** Where parameters go: parts of the query, and headers (cookies among them). */
export interface Serialized {
  readonly query: string[];
  readonly headers: { [name: string]: string };
}

/** Adds each value to where its row says; without a row to the query. `undefined` and `null` are left out. */
export function serializeParams(
  into: Serialized,
  values: Values | undefined,
  rows: { readonly [key: string]: ParamRow } = {},
): void {
  for (const key in values) {
    const row: ParamRow = (Object.hasOwn(rows, key) && rows[key]) || {};
    const name = row.name ?? key;
    let value = values[key];
    if (value == null) continue;
    value = row.json ? JSON.stringify(value) : plainValue(name, value, row);
    if (row.in === "header") into.headers[name] = listText(value, row.explode);
    else if (row.in === "cookie") {
      const cookie = `${encodeURIComponent(name)}=${encodeURIComponent(listText(value))}`;
      into.headers["cookie"] = into.headers["cookie"] ? `${into.headers["cookie"]}; ${cookie}` : cookie;
    } else {
      const part = queryText(encodeURIComponent(name), value, row);
      if (part) into.query.push(part);
    }
  }
}

/** Style `simple`: `a,b`; objects `k,v,k,v`, or `k=v,k=v` exploded. */
function listText(value: unknown, explode?: boolean): string {
  if (typeof value !== "object") return String(value);
  return Array.isArray(value)
    ? value.join()
    : Object.entries(value as object)
        .map((entry) => entry.join(explode ? "=" : ","))
        .join();
}

function queryText(name: string, value: unknown, { style = "form", explode = style === "form" }: ParamRow): string {
  if (Array.isArray(value))
    return value.length > 0 ? serializeArrayParam(name, value, { style: style as "form", explode }) : "";
  if (typeof value !== "object") return `${name}=${encodeURIComponent(String(value))}`;
  const members = Object.entries(value as object).map(([key, member]) => [encodeURIComponent(key), member]);
  return serializeObjectParam(name, Object.fromEntries(members), { style: style as "form", explode });
}
