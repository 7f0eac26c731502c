import { childPointer, decodeFragment, step } from "@svc/model";

/** A place in a file: `""` is the document itself. */
export interface Target {
  readonly path: string;
  readonly pointer: string;
}

/** Tells places apart. */
export function keyOf({ path, pointer }: Target): string {
  return `${path}#${pointer}`;
}

/** The pointer of a named schema. */
export function componentPointer(name: string): string {
  return childPointer("", "components", "schemas", name);
}

/** A reference to what a file does not have, as one that leads nowhere in the document: the checks say what becomes of those. */
export function nowhere({ path, pointer }: Target): string {
  return `#/${path}#${pointer}`;
}

/** Whether a reference of the document is one to a file below its folder. */
export function isFileReference(ref: unknown): boolean {
  return typeof ref === "string" && !ref.startsWith("#") && targetOf(ref, "") !== undefined;
}

/** Where a reference in a file leads; undefined where that is no file below the document's folder, or the file itself for the document. */
export function targetOf(ref: string, from: string): Target | undefined {
  const hash = ref.indexOf("#");
  const [address, fragment] = hash < 0 ? [ref, ""] : [ref.slice(0, hash), ref.slice(hash + 1)];
  const pointer = decodeFragment(fragment);
  if (pointer === undefined || (pointer !== "" && !pointer.startsWith("/"))) return undefined;
  // In the document itself, such references are for the checks.
  if (address === "") return from === "" ? undefined : { path: from, pointer };
  const path = decodeFragment(address);
  const isElsewhere = path === undefined || /^[a-z][a-z0-9+.-]*:|^[/\\]|[\\\p{Cc}?]/iu.test(path);
  if (isElsewhere || !/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  const segments = from.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return { path: segments.join("/"), pointer };
}

/** Whether anything in a document looks like a reference to a file, examples included: of most documents nothing does. */
export function mentionsFile(document: unknown): boolean {
  const seen = new Set<unknown>();
  const waiting = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isFileReference(step(value, "$ref"))) return true;
    for (const item of Object.values(value)) if (typeof item === "object") waiting.push(item);
  }
  return false;
}
