/** Finds the place in a document to which a pointer of its model leads: the nearest one that is there. */
export function createPlaceFinder(document: unknown): (pointer: string) => string {
  const known = new Map<string, string>();
  return (pointer) => {
    const found = known.get(pointer) ?? findPlace(document, pointer);
    known.set(pointer, found);
    return found;
  };
}

function findPlace(document: unknown, pointer: string): string {
  let value = document;
  let found = "";
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const next = step(value, key);
    // An operation without `security` has that of the document.
    if (next === undefined) return key === "security" && step(document, key) !== undefined ? "/security" : found;
    value = next;
    found = `${found}/${token}`;
  }
  return found;
}

function step(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: unknown })[key];
}
