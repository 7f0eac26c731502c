import { decodeFragment, plainToken } from "@svc/model";

type Json = { [key: string]: unknown };

/** The document without the components that it referred to before, and no longer does. */
export function dropUnused(before: Json, now: Json): Json {
  const used = reachable(before);
  const left = reachable(now);
  const components = now["components"] as { [kind: string]: Json } | undefined;
  for (const reference of used) {
    if (left.has(reference)) continue;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    delete components?.[kind]?.[keyOf(name)];
  }
  return now;
}

/** References to components, from everything of a document but the components, and from what these refer to. */
function reachable(document: Json): Set<string> {
  const found = new Set<string>();
  const { components, ...roots } = document;
  const queue: unknown[] = [roots];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value === "string" && /^#\/components\/[^/]+\/[^/]+/.test(value)) {
      const [reference = ""] = /^#\/components\/[^/]+\/[^/]+/.exec(value) ?? [];
      if (found.has(reference)) continue;
      found.add(reference);
      const [kind = "", name = ""] = reference.slice("#/components/".length).split("/");
      const component = (components as { [kind: string]: Json } | undefined)?.[kind]?.[keyOf(name)];
      if (component !== undefined) queue.push(component);
    } else if (typeof value === "object" && value !== null) {
      // A mapping may name a schema without a reference, and a text that looks like one keeps what it names.
      for (const member of Object.values(value)) if (member !== undefined) queue.push(member);
    }
  }
  return found;
}

/** A segment of a reference, as a key. */
function keyOf(segment: string): string {
  return plainToken(decodeFragment(segment) ?? segment);
}
