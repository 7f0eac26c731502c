import { entryOf, type Names } from "../../naming/name-ledger.ts";
import { addressOf, anonymousPath } from "../../path-template.ts";
import { renamePath, withFragment } from "../../repair/paths.ts";
import { compareText } from "../../words.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import type { PathTemplate } from "./check-path-template.ts";
import type { CheckContext } from "./context.ts";

/** A path with what tells it from others of its shape. */
export interface TemplatedPath {
  readonly path: string;
  readonly template: PathTemplate;
  readonly methods: readonly string[];
  /** Operation ids by method, where the document gives some. */
  readonly ids: readonly unknown[];
}

/**
 * `/a/{x}` and `/a/{y}` are fine with different methods. With the same method no server can tell them apart by the address
 * alone; each keeps its method, since nothing that is sent changes. The address stays with the path that had it in an earlier
 * version, else with the first in alphabetical order.
 */
export function checkSameAddress(
  same: readonly TemplatedPath[],
  taken: ReadonlySet<string>,
  context: CheckContext,
): void {
  const routes = new Map<string, string>();
  const rank = (path: TemplatedPath): number => rankOf(path, context.formerRoutes);
  for (const { path, template, methods } of same.toSorted((a, b) => rank(a) - rank(b) || compareText(a.path, b.path))) {
    const method = methods.find((name) => routes.has(name));
    for (const name of methods) if (!routes.has(name)) routes.set(name, path);
    if (method === undefined) continue;
    const fragment = path.slice(addressOf(path).length + 1);
    const label = [fragment, ...template.names].filter((part) => part !== "").join(",");
    const to = withFragment(addressOf(path), label, (other) => taken.has(other));
    context.mend(childPointer("/paths", path), {
      wrong: `and ${show(routes.get(method), 200)} differ only in parameter names, and both have ${show(method)}`,
      advice: "keep one",
      assumed: `both are kept, this one as ${show(to, 200)}; the fragment is never sent`,
      edits: [renamePath(path, to)],
    });
  }
}

/** Order of paths of one shape. 0: the path had its address in an earlier version; 1: it is new; 2: it had a fragment. */
function rankOf({ path, template, methods, ids }: TemplatedPath, formerRoutes: Names): 0 | 1 | 2 {
  const byId = ids
    .map((id) => entryOf(formerRoutes, String(id)))
    .find((route) => shapeOfRoute(route) === template.shape);
  const routes = methods.map((method) => `${method.toUpperCase()} ${path}`);
  const former = byId ?? Object.values(formerRoutes).find((route) => routes.includes(addressOf(route)));
  return former === undefined ? 1 : former === addressOf(former) ? 0 : 2;
}

/** The shape of the path of a route, `GET /pets/{id}`. */
function shapeOfRoute(route = ""): string {
  return anonymousPath(addressOf(route.slice(route.indexOf(" ") + 1)));
}
