import { defaultPathSerializer } from "openapi-fetch";
import { ConfigurationError } from "../errors/errors.ts";

/** `.` and `..`, also percent-encoded any number of times: servers and proxies resolve them. */
const DOTS = "(\\.|%(25)*2e){1,2}";
const REFUSED: RegExp = /* @__PURE__ */ new RegExp(`^(${DOTS}|\\{[^{}]*\\})?$|[\\p{Cc}\\p{Cs}]`, "iu");
const ELSEWHERE: RegExp = /* @__PURE__ */ new RegExp(`/${DOTS}(/|$)|[{}\\\\\\s]`, "i");

/**
 * The parts of a path argument: the items of a list, names and values of an object, else itself. Slashes are let
 * through: encoding keeps them in their segment. A template, `{id}`, is none: somebody forgot to fill it in.
 *
 * @throws ConfigurationError naming the parameter where one could change the path around it, or there is none
 */
export function pathItems(name: string, value: unknown): unknown[] {
  if (typeof value === "string" && !REFUSED.test(value)) return [value];
  const items = Array.isArray(value)
    ? value
    : Object(value) === value
      ? Object.entries(value as object).flat()
      : [value ?? ""];
  if (items.length > 0 && !items.some((item) => REFUSED.test(item))) return items;
  throw new ConfigurationError(`${name}: cannot be a path segment`);
}

/** Refuses an address that does not lead where it seems to, after everything is filled in. @throws ConfigurationError */
export function checkAddress(address: string): string {
  if (!ELSEWHERE.test(address)) return address;
  throw new ConfigurationError("path: not filled in, or leads elsewhere");
}

/** Fills an address template with values, as openapi-fetch wants it. */
export type PathSerializer = (template: string, values: Record<string, unknown>) => string;

/** Fills address templates for openapi-fetch. @throws ConfigurationError on what leads away from `base` */
export function createPathSerializer(base: string, fill: PathSerializer = defaultPathSerializer): PathSerializer {
  return (template, values) => {
    for (const name in values) pathItems(name, values[name]);
    const url = fill(template, values);
    // A path like `.example.org` would lead the credential to another host.
    return checkAddress(url.startsWith(base) ? url : "{}");
  };
}
