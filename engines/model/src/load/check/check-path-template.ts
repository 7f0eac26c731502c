import { operationsOf } from "../../build/path-item.ts";
import { addressOf, anonymousPath, fillPath, pathNames } from "../../path-template.ts";
import { moveQuery, renamePath, separateNames } from "../../repair/paths.ts";
import { show } from "../finding.ts";
import { isControlFree } from "../text.ts";
import type { CheckContext } from "./context.ts";

export interface PathTemplate {
  /** Parameter names in order. */
  readonly names: readonly string[];
  /** The path with nothing in its braces: equal for templates that match the same addresses. */
  readonly shape: string;
}

/** A path as `paths` has it. */
export interface WrittenPath {
  readonly path: string;
  readonly item: unknown;
  /** Its pointer. */
  readonly at: string;
  /**
   * Whether the document has several paths with this address. Some documents tell such overloads apart by a fragment
   * (`/search#byName`); alone it tells nothing, and is a mistake.
   */
  readonly isShared: boolean;
  readonly isTaken: (path: string) => boolean;
}

/** Checks a path by itself; undefined where it is no template. */
export function checkPathTemplate(written: WrittenPath, context: CheckContext): PathTemplate | undefined {
  const { path, item, at, isShared, isTaken } = written;
  if (path.trim() !== path && path.trim() !== "" && !isTaken(path.trim())) {
    context.mend(at, {
      wrong: "has white space at an end",
      advice: "remove it",
      assumed: `it is read as ${show(path.trim(), 200)}`,
      edits: [renamePath(path, path.trim())],
    });
    return undefined;
  }
  // A whole address names a server, which a path cannot.
  if (/^[\w{]/.test(path) && !/^\w+:\/\//.test(path) && !isTaken(`/${path}`)) {
    context.mend(at, {
      wrong: 'does not begin with "/"',
      advice: "add it",
      assumed: `it is read as ${show(`/${path}`, 200)}`,
      edits: [renamePath(path, `/${path}`)],
    });
    return undefined;
  }
  const problem = findProblem(isShared ? addressOf(path) : path);
  if (problem === QUERY) {
    context.mend(
      at,
      moveQuery(
        path,
        item,
        operationsOf(item).map(({ method }) => method),
        isTaken,
      ),
    );
    return undefined;
  }
  if (problem === FRAGMENT && !isTaken(addressOf(path)) && addressOf(path) !== path) {
    context.mend(at, {
      wrong: "has a fragment, which is never sent",
      advice: "remove it",
      assumed: `it is read as ${show(addressOf(path), 200)}`,
      edits: [renamePath(path, addressOf(path))],
    });
    return undefined;
  }
  if (problem !== undefined) {
    context.refuse(at, problem);
    return undefined;
  }
  const names = pathNames(path);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const mend = separateNames(path, item, isTaken);
    if (mend === undefined)
      context.refuse(at, `has the parameter ${show(twice)} twice; give each place a name of its own`);
    else context.mend(at, mend);
    return undefined;
  }
  return { names, shape: anonymousPath(path) };
}

const QUERY = "has a query; declare query parameters instead";
const FRAGMENT = "has a fragment, which is never sent; remove it";

function findProblem(path: string): string | undefined {
  if (/^\w+:\/\//.test(path)) return 'is a whole address; write its path, and the rest as the "servers" of the path';
  if (!path.startsWith("/")) return `does not begin with "/"; add it`;
  if (path.includes("{}")) return "has a parameter without a name; name it";
  if (!/^(?:[^{}]|\{[^{}/]+\})*$/.test(path))
    return "has a brace without its partner in the same segment; close or remove it";
  const fixed = fillPath(path, () => "x");
  if (!isControlFree(path) || fixed.includes("\\")) return "has characters that addresses cannot carry; remove them";
  if (/\/\.{1,2}(?:\/|$)/.test(fixed.replace(/[?#].*$/s, "")))
    return `has a segment "." or "..", which every client takes out; remove it`;
  if (fixed.includes("?")) return QUERY;
  if (fixed.includes("#")) return FRAGMENT;
  return undefined;
}
