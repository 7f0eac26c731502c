import { canonicalText, createReader } from "@svc/diff";
import { childPointer, plainToken } from "@svc/model";
import type { Silence } from "./silent-part.ts";

interface Fields {
  readonly [name: string]: unknown;
}

/** A component of a document: `schemas` and `Pet`. */
interface Name {
  readonly kind: string;
  readonly name: string;
}

/** Kept parts, and the components of the old document that they need beside those of the new one. */
export interface KeptParts {
  readonly silence: readonly Silence[];
  /** By kind and name; undefined where none is needed. */
  readonly components: object | undefined;
}

/**
 * Brings the components along that kept parts refer to: those that the new document lacks by their names, and those that
 * mean something else there by a free name, to which the kept parts then refer.
 */
export function keepComponents(silence: readonly Silence[], old: unknown, now: unknown): KeptParts {
  const read = { old: createReader(old), now: createReader(now) };
  const component = (side: "old" | "now", { kind, name }: Name): unknown =>
    (read[side](`/components/${kind}`) as Fields | undefined)?.[name];
  const used = reachable(
    silence.map(({ update }) => update),
    (name) => component("old", name),
  );
  // A component that refers to one that means something else means something else, too.
  const others = new Set<string>();
  for (let before = -1; before !== others.size; ) {
    before = others.size;
    for (const [key, name] of used) {
      const [a, b] = [component("old", name), component("now", name)];
      const isOther = meaning(a) !== meaning(b) || namesIn(a).some((inner) => others.has(keyOf(inner)));
      if (b !== undefined && isOther) others.add(key);
    }
  }
  const taken = ({ kind, name }: Name) =>
    component("now", { kind, name }) !== undefined || used.has(keyOf({ kind, name }));
  const names = new Map([...others].map((key) => [key, freeName(used.get(key) as Name, taken)]));
  const brought = [...used].filter(([key, name]) => others.has(key) || component("now", name) === undefined);
  const found: { [kind: string]: { [name: string]: unknown } } = {};
  for (const [key, name] of brought) {
    found[name.kind] = { ...found[name.kind], [names.get(key) ?? name.name]: renamed(component("old", name), names) };
  }
  return {
    silence: silence.map((one) => ({ ...one, update: renamed(one.update, names) as object })),
    components: brought.length === 0 ? undefined : found,
  };
}

const REFERENCE = /^#\/components\/(\w+)\/([^"/]+)(\/.*)?$/;

function nameIn(ref: string): Name | undefined {
  const [, kind, name] = REFERENCE.exec(ref) ?? [];
  return kind === undefined || name === undefined ? undefined : { kind, name: plainToken(decodeURIComponent(name)) };
}

function keyOf({ kind, name }: Name): string {
  return `${kind}/${name}`;
}

/** The components that a value refers to, directly. */
function namesIn(value: unknown): Name[] {
  const texts = JSON.stringify(value)?.matchAll(/"(#\/components\/[^"]*)"/g) ?? [];
  return [...texts].flatMap(([, ref = ""]) => nameIn(ref) ?? []);
}

/** The components that values lead to, by their keys. */
function reachable(values: readonly unknown[], component: (name: Name) => unknown): Map<string, Name> {
  const found = new Map<string, Name>();
  const waiting = [...values];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of namesIn(next)) {
      if (found.has(keyOf(name)) || component(name) === undefined) continue;
      found.set(keyOf(name), name);
      waiting.push(component(name));
    }
  }
  return found;
}

/** A component's text without prose. */
function meaning(component: unknown): string {
  const plain = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(item, false));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => isMap || !PROSE.has(key));
    return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, !isMap && MAPS.has(key))]));
  };
  return component === undefined ? "" : canonicalText(plain(component, false));
}

const PROSE: ReadonlySet<string> = new Set(["title", "description", "summary", "example", "examples"]);

/** Objects whose keys are names of the document. */
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "headers",
  "content",
  "mapping",
  "links",
]);

function freeName({ kind, name }: Name, isTaken: (name: Name) => boolean): string {
  const wanted = `${name}Kept`;
  for (let count = 1; ; count++) {
    const free = count === 1 ? wanted : `${wanted}${count}`;
    if (!isTaken({ kind, name: free })) return free;
  }
}

/** A value that refers to components by their new names. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") {
    const name = nameIn(value);
    const free = name && names.get(keyOf(name));
    const rest = REFERENCE.exec(value)?.[3] ?? "";
    return name === undefined || free === undefined ? value : `#${childPointer("/components", name.kind, free)}${rest}`;
  }
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, names)]));
}
