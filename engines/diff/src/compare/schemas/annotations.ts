import type { Schema } from "@svc/model";
import type { RuleId } from "../../rules/index.ts";
import { type AnnotationName, annotationOf } from "../../schema/annotation.ts";
import { canonicalText } from "../../schema/canonical-text.ts";
import { own } from "../../schema/side.ts";
import { valueText } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";

const PROSE: readonly AnnotationName[] = ["title", "description", "examples"];

const FLAGS: readonly (readonly [name: AnnotationName, set: RuleId, unset: RuleId])[] = [
  ["deprecated", "deprecated", "undeprecated"],
  ["readOnly", "property-became-read-only", "property-no-longer-read-only"],
  ["writeOnly", "property-became-write-only", "property-no-longer-write-only"],
];

/** An annotation of a named schema is reported for that schema, not for the first place that leads to it. */
function placeOf(pointer: string, { place }: Site, { new: { model } }: Comparison): string {
  const named = own(model.schemas, /^\/components\/schemas\/([^/~%]+)$/.exec(pointer)?.[1] ?? "");
  return named?.typeName ?? place;
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
      facts: { what: name === "examples" ? "example" : name, place: `\`${placeOf(b.pointer, site, comparison)}\`` },
    });
  }
  const [before, after] = read("default");
  if (canonicalText(before.value) !== canonicalText(after.value))
    report(site, "default-changed", {
      old: before.pointer,
      new: after.pointer,
      facts: {
        place: placeOf(after.pointer, site, comparison),
        old: valueText(before.value),
        new: valueText(after.value),
      },
    });
  for (const [name, set, unset] of FLAGS) {
    const [a, b] = read(name);
    if (a.value === b.value) continue;
    const facts = { place: placeOf(b.pointer, site, comparison) };
    report(site, b.value === undefined ? unset : set, { old: a.pointer, new: b.pointer, facts });
  }
}
