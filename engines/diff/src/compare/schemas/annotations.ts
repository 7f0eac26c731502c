import type { Json, Schema } from "@svc/model";
import { own } from "@svc/model";
import type { RuleId } from "../../rules/index.ts";
import { canonicalText } from "../../schema/canonical-text.ts";
import type { Side } from "../../schema/side.ts";
import { valueText } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";

const PROSE: readonly AnnotationName[] = ["title", "description", "examples"];

const FLAGS: readonly (readonly [name: AnnotationName, set: RuleId, unset: RuleId])[] = [
  ["deprecated", "deprecated", "undeprecated"],
  ["readOnly", "property-became-read-only", "property-no-longer-read-only"],
  ["writeOnly", "property-became-write-only", "property-no-longer-write-only"],
];

/**
 * An annotation of a named schema is reported for that schema, not for the first place that leads to it. One that a place has from
 * another schema now is of the place: neither of the two schemas has changed.
 */
function placeOf(
  [old, now]: readonly [Annotation, Annotation],
  { place }: Site,
  { new: { model } }: Comparison,
): string {
  const nameIn = (pointer: string) => /^\/components\/schemas\/([^/~%]+)$/.exec(pointer)?.[1] ?? "";
  const named = own(model.schemas, nameIn(now.pointer));
  const before = nameIn(old.pointer);
  const isOne = named?.wireName === before || named?.formerWireNames?.includes(before) === true;
  return isOne ? (named?.typeName ?? place) : place;
}

/** Annotations of a schema or of its reference: prose, defaults, flags. */
export function compareAnnotations(old: Schema, now: Schema, site: Site, comparison: Comparison): void {
  const read = (name: AnnotationName) =>
    [annotationOf(old, name, comparison.old), annotationOf(now, name, comparison.new)] as const;
  for (const name of PROSE) {
    const [a, b] = read(name);
    if (canonicalText(a.value) === canonicalText(b.value)) continue;
    report(site, "description-changed", {
      old: a.pointer,
      new: b.pointer,
      key: name,
      facts: { what: name === "examples" ? "example" : name, place: `\`${placeOf([a, b], site, comparison)}\`` },
    });
  }
  const [before, after] = read("default");
  if (canonicalText(before.value) !== canonicalText(after.value))
    report(site, "default-changed", {
      old: before.pointer,
      new: after.pointer,
      facts: {
        place: placeOf([before, after], site, comparison),
        old: valueText(before.value),
        new: valueText(after.value),
      },
    });
  compareMarks(old, now, site, comparison);
}

/** The marks of a property: whether it is deprecated, and which way it travels. */
export function compareMarks(old: Schema, now: Schema, site: Site, comparison: Comparison): void {
  for (const [name, set, unset] of FLAGS) {
    const [a, b] = [annotationOf(old, name, comparison.old), annotationOf(now, name, comparison.new)];
    if (a.value === b.value) continue;
    const facts = { place: placeOf([a, b], site, comparison) };
    report(site, b.value === undefined ? unset : set, { old: a.pointer, new: b.pointer, facts });
  }
}

type AnnotationName = "title" | "description" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly";

interface Annotation {
  readonly value: Json | undefined;
  /** The place where it is, or would be, written. */
  readonly pointer: string;
}

/** Nobody looks further for a description; documents that chain thousands of schemas exist. */
const MAX_STEPS = 64;

/** An annotation of a schema: its own, else that of its reference, else that of the only alternative to null. */
function annotationOf(schema: Schema, name: AnnotationName, side: Side): Annotation {
  const seen = new Set<Schema>();
  const stack = [schema];
  for (let next = stack.pop(); next !== undefined && seen.size < MAX_STEPS; next = stack.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const value = next[name];
    // An empty description, and a mark that is not set, say nothing.
    if (value !== undefined && value !== false && !(value === "" && name !== "default"))
      return { value: value as Json, pointer: side.pointerOf(next) };
    const target = next.$ref === undefined ? undefined : side.target(next.$ref)?.schema;
    const variants = (next.anyOf ?? next.oneOf ?? []).filter((variant) => variant.type !== "null");
    stack.push(...(variants.length === 1 ? variants : []), ...(next.allOf ?? []).toReversed());
    if (target !== undefined) stack.push(target);
  }
  return { value: undefined, pointer: side.pointerOf(schema) };
}
