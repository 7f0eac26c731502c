import { defaultPathSerializer } from "openapi-fetch";
import { ConfigurationError } from "../errors/configuration-error.ts";

/** `.` and `..`, also percent-encoded any number of times: servers and proxies resolve them. */
const DOTS = "(\\.|%(25)*2e){1,2}";
const DOT_VALUE: RegExp = /* @__PURE__ */ new RegExp(`^${DOTS}$|^$|[\\p{Cc}\\p{Cs}]`, "iu");
const DOT_SEGMENT: RegExp = /* @__PURE__ */ new RegExp(`/${DOTS}(/|$)|[{}\\\\\\s]`, "i");

/** The names in a path template, each once. */
export function templateNames(path: string): string[] {
  return [...new Set(path.match(/\{[^{}]+\}/g)?.map((name) => name.slice(1, -1)))];
}

/**
 * Fills address templates below `base` for openapi-fetch. Values that could change the path around them, or are none,
 * are refused; slashes are encoded and so cannot leave their segment.
 *
 * @throws ConfigurationError naming the parameter; nothing is sent then
 */
export function createPathSerializer(base: string): (template: string, values: Record<string, unknown>) => string {
  return (template, values) => {
    for (const name in values) {
      const value = values[name];
      const items = Object(value) === value ? Object.values(value as object) : [value ?? ""];
      if (!items.length || items.some((item) => DOT_VALUE.test(item)))
        throw new ConfigurationError(`${name}: cannot be a path segment`);
    }
    const url = defaultPathSerializer(template, values);
    // A path like `.example.org` would lead the credential to another host.
    if (!url.startsWith(base) || DOT_SEGMENT.test(url))
      throw new ConfigurationError("path: not filled in, or leads elsewhere");
    return url;
  };
}
