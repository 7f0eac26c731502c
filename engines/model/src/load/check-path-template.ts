import type { CheckContext } from "./context.ts";
import { show } from "./finding.ts";
import { isControlFree } from "./text.ts";

export interface PathTemplate {
  /** Parameter names in order. */
  readonly names: readonly string[];
  /** The path with nothing in its braces: equal for templates that match the same addresses. */
  readonly shape: string;
}

/** A path without its fragment: what is sent. */
export function addressOf(path: string): string {
  return path.replace(/#[^{}]*$/, "");
}

/**
 * Checks a path by itself; undefined where it is no template.
 *
 * @param isShared whether the document has several paths with this address. Some documents tell such overloads apart by a
 * fragment (`/search#byName`); alone it tells nothing, and is a mistake.
 */
export function checkPathTemplate(
  path: string,
  at: string,
  isShared: boolean,
  context: CheckContext,
): PathTemplate | undefined {
  const problem = findProblem(isShared ? addressOf(path) : path);
  if (problem !== undefined) {
    context.refuse(at, problem);
    return undefined;
  }
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    context.refuse(at, `has the parameter ${show(twice)} twice; give each place a name of its own`);
    return undefined;
  }
  return { names, shape: path.replaceAll(/\{[^{}]*\}/g, "{}") };
}

function findProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return `does not begin with "/"; add it`;
  if (path.includes("{}")) return "has a parameter without a name; name it";
  if (!/^(?:[^{}]|\{[^{}/]+\})*$/.test(path))
    return "has a brace without its partner in the same segment; close or remove it";
  const fixed = path.replaceAll(/\{[^{}]*\}/g, "x");
  if (fixed.includes("?")) return "has a query; declare query parameters instead";
  if (fixed.includes("#")) return "has a fragment, which is never sent; remove it";
  if (!isControlFree(path) || fixed.includes("\\")) return "has characters that addresses cannot carry; remove them";
  if (/\/\.{1,2}(?:\/|$)/.test(fixed)) return `has a segment "." or "..", which every client takes out; remove it`;
  return undefined;
}
