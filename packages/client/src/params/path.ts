import { invalid } from "../checks.ts";

/** Dot segments, also percent-encoded any number of times: servers and proxies resolve them. */
const DOTS = "(\\.|%(25)*2e){1,2}";
const REFUSED: RegExp = /* @__PURE__ */ new RegExp(`^(${DOTS}|\\{[^{}]*\\})?$|[\\p{Cc}\\p{Cs}]`, "iu");
const ELSEWHERE: RegExp = /* @__PURE__ */ new RegExp(`/${DOTS}(/|$)|[{}\\\\\\s]`, "i");

/**
 * The parts of a path argument: the items of a list, the names and values of an object, otherwise the value itself.
 * Slashes are allowed: encoding keeps them in their segment. A template, `{id}`, is refused: it was not filled in.
 *
 * @throws ConfigurationError naming the parameter, where a part is empty or could change the path around it, and for an
 * object where `styles` has no such parameter
 */
export function pathItems(name: string, value: unknown, styles: object = { [name]: 0 }): unknown[] {
  if (typeof value === "string" && !REFUSED.test(value)) return [value];
  if (typeof value === "object" && value && !Array.isArray(value) && !Object.hasOwn(styles, name))
    throw invalid(name, "text or a number, not an object");
  const items = Array.isArray(value)
    ? value
    : Object(value) === value
      ? Object.entries(value as object).flat()
      : [value ?? ""];
  if (items.length > 0 && !items.some((item) => REFUSED.test(item))) return items;
  throw invalid(name, "a path segment: not empty, no dots alone, no template");
}

/** Checks a path after all parameters were filled in. @throws ConfigurationError for dot segments, braces and backslashes */
export function checkAddress(address: string): string {
  if (!ELSEWHERE.test(address)) return address;
  throw invalid("path", "one below baseUrl, filled in");
}

/** Fills a URL template with values, with the signature that openapi-fetch requires. */
export type PathSerializer = (template: string, values: Record<string, unknown>) => string;

/** A path argument in style `simple`, not exploded. */
export function fillPart(name: string, value: unknown, styles?: object): string {
  if (typeof value === "string" && /^[\w-]+$/.test(value)) return value;
  return pathItems(name, value, styles)
    .map(encodeURIComponent as () => string)
    .join();
}

/** Leaves the braces of a parameter without a value, so that the address is refused. By hand: a pattern takes longer. */
function fillPath(template: string, values: Record<string, unknown>): string {
  const [begin = "", ...others] = template.split("{");
  let filled = begin;
  for (const part of others) {
    const end = part.indexOf("}");
    const name = part.slice(0, end);
    if (end < 0 || !Object.hasOwn(values, name)) return template;
    filled += fillPart(name, values[name]) + part.slice(end + 1);
  }
  return filled;
}

/** A serializer for openapi-fetch that only gives URLs below `base`. */
export function createPathSerializer(base: string, fill: PathSerializer = fillPath): PathSerializer {
  return (template, values) => {
    if (fill !== fillPath) for (const name in values) pathItems(name, values[name]);
    // A fragment tells operations of one address apart; it is never sent.
    const url = fill(template.split("#", 1)[0] as string, values);
    // A path like `.example.org` would send the credential to another host.
    return checkAddress(url.startsWith(base) ? url : "{}");
  };
}
