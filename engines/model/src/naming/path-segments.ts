/** A segment of a path template: static text, or one that holds at least one parameter. */
export type Segment = { readonly kind: "static"; readonly text: string } | { readonly kind: "parameter" };

/** Splits `/personas/{persona_id}/emails`; empty segments (`//`, trailing `/`) are dropped. */
export function pathSegments(path: string): Segment[] {
  return path
    .split("/")
    .filter((text) => text !== "")
    .map((text) => (text.includes("{") ? { kind: "parameter" } : { kind: "static", text }));
}

/** Parameter names in the order of the template, each once. */
export function templateParameters(path: string): string[] {
  return [...new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), (match) => match[1] ?? ""))];
}
