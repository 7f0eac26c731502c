import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";
import type { Placed } from "../extras.ts";
import type { OperationRow, ParamRow } from "../table.ts";

/** Places a parameter whose row has a style, `content` or a cookie. `false`: it has none of them. */
export function placeStyled(into: Placed, name: string, given: unknown, row: ParamRow): boolean {
  if (!row.style && row.explode === undefined && !row.json && row.in !== "cookie") return false;
  const value = row.json ? JSON.stringify(given) : given;
  if (row.in === "header") into.header[name.toLowerCase()] = listText(value, row.explode);
  else if (row.in === "cookie") {
    const cookie = `${encodeURIComponent(name)}=${encodeURIComponent(listText(value, false))}`;
    into.header["cookie"] = into.header["cookie"] ? `${into.header["cookie"]}; ${cookie}` : cookie;
  } else {
    const part = queryText(encodeURIComponent(name), value, row);
    if (part) into.query.push(part);
  }
  return true;
}

/** Style `simple`: `a,b`; objects `k,v,k,v`, or `k=v,k=v` exploded. */
function listText(value: unknown, explode?: boolean): string {
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.join();
  return Object.entries(value as object)
    .map((entry) => entry.join(explode ? "=" : ","))
    .join();
}

function queryText(name: string, value: unknown, { style = "form", explode = style === "form" }: ParamRow): string {
  const options = { style: style as "form", explode };
  if (Array.isArray(value)) return value.length > 0 ? serializeArrayParam(name, value, options) : "";
  if (typeof value !== "object") return `${name}=${encodeURIComponent(String(value))}`;
  const members = Object.entries(value as object).filter(([, member]) => member != null);
  return serializeObjectParam(
    name,
    Object.fromEntries(members.map(([key, member]) => [encodeURIComponent(key), member])),
    options,
  );
}

/** Path segment of a parameter that has a style or is exploded; `undefined` for others. */
export function stylePath(name: string, value: unknown, { pathStyles = {} }: OperationRow): string | undefined {
  const row = Object.hasOwn(pathStyles, name) ? pathStyles[name] : undefined;
  if (!row) return undefined;
  const { style = "simple", explode = false } = row;
  const wire = encodeURIComponent(name);
  const options = { style: style as "simple", explode };
  if (Array.isArray(value)) return serializeArrayParam(wire, value, options);
  if (typeof value === "object") return serializeObjectParam(wire, value as Record<string, unknown>, options);
  return (style === "label" ? "." : style === "matrix" ? `;${wire}=` : "") + encodeURIComponent(String(value));
}
