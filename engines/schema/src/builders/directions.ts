import { type Model, refName } from "@svc/model";
import type { Direction } from "./run.ts";

/** Which way named schemas travel: undefined for those that travel both, or neither. */
export function directionsOf({ operations, schemas }: Model): (schemaName: string) => Direction | undefined {
  const reach = (roots: unknown[]) => reachable(roots, schemas);
  const sent = reach(operations.map(({ body }) => body));
  const received = reach(operations.map(({ responses }) => responses));
  return (name) => {
    if (sent.has(name) === received.has(name)) return undefined;
    return sent.has(name) ? "request" : "response";
  };
}

function reachable(roots: unknown[], schemas: Model["schemas"]): ReadonlySet<string> {
  const names = new Set<string>();
  const stack = [...roots];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== "object" || value === null) continue;
    const ref = Object.hasOwn(value, "$ref") ? (value as { $ref: unknown }).$ref : undefined;
    const name = typeof ref === "string" && ref.startsWith("#/components/schemas/") ? refName(ref) : undefined;
    if (name !== undefined && !names.has(name) && Object.hasOwn(schemas, name)) {
      names.add(name);
      stack.push(schemas[name]?.schema);
    }
    for (const child of Object.values(value)) stack.push(child);
  }
  return names;
}
