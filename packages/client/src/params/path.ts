import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";
import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ParamRow } from "../runtime/table.ts";
import { plainValue } from "./plain-value.ts";

/** `.` and `..`, also percent-encoded any number of times: servers and proxies resolve them. */
const DOTS = /^(\.|%(25)*2e){1,2}$/i;

/**
 * Refuses what could change the path around it or is no value at all. Slashes and backslashes are let through: encoding
 * keeps them in their segment.
 *
 * @throws ConfigurationError naming the parameter
 */
export function guardPathValue(name: string, value: unknown): void {
  const items =
    typeof value === "object" && value !== null ? Object.values(plainValue(name, value) as object) : [value];
  for (const item of items.length > 0 ? items : [""]) {
    if (item == null || item === "" || DOTS.test(item) || /[\p{Cc}\p{Cs}]/u.test(item)) {
      throw new ConfigurationError(`${name}: expected text that can be a path segment; nothing was sent`);
    }
  }
}

/** Refuses a path that is not what it looks like, after everything is filled in. @throws ConfigurationError */
export function guardPath(path: string): string {
  if (/(^|\/)(\.|%(25)*2e){1,2}(\/|$)|[{}]/i.test(path)) {
    throw new ConfigurationError("path: expected every parameter filled in and no dot segments; nothing was sent");
  }
  return path;
}

/** Fills a path template. @throws ConfigurationError on a value that is refused */
export function fillPath(
  template: string,
  values: { readonly [name: string]: unknown },
  styles?: { readonly [name: string]: ParamRow },
): string {
  return guardPath(
    template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      guardPathValue(name, values[name]);
      const { style = "simple", explode = false } = (styles && Object.hasOwn(styles, name) && styles[name]) || {};
      const value = plainValue(name, values[name]);
      const wire = encodeURIComponent(name);
      const options = { style: style as "simple", explode };
      if (Array.isArray(value)) return serializeArrayParam(wire, value, options);
      if (typeof value === "object") return serializeObjectParam(wire, value as Record<string, unknown>, options);
      return (style === "label" ? "." : style === "matrix" ? `;${wire}=` : "") + encodeURIComponent(String(value));
    }),
  );
}
