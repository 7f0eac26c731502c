import type { Property } from "../../schema/side.ts";
import { memberOf, typeText } from "../../schema/type-text.ts";
import { type AlternativePair, type Comparison, report, type Site } from "../comparison.ts";

/** The named properties of two objects. */
export function compareProperties({ old, now }: AlternativePair, site: Site, comparison: Comparison): void {
  const [before, after] = [old.facts.properties, now.facts.properties];
  for (const [name, property] of before) {
    if (after.has(name)) continue;
    report(inside(site, name), "property-removed", {
      old: comparison.old.pointerOf(property.schema),
      facts: { old: typeText(property.schema, comparison.old) },
    });
  }
  for (const [name, property] of after) {
    const known = before.get(name);
    if (known !== undefined) {
      compareProperty(known, property, inside(site, name), comparison);
      continue;
    }
    report(inside(site, name), property.required ? "property-required-added" : "property-optional-added", {
      new: comparison.new.pointerOf(property.schema),
      facts: { new: typeText(property.schema, comparison.new) },
    });
  }
}

function inside(site: Site, name: string): Site {
  return { ...site, place: memberOf(site.place, name), isParameter: false };
}

function compareProperty(old: Property, now: Property, site: Site, comparison: Comparison): void {
  if (old.required !== now.required)
    report(site, now.required ? "property-became-required" : "property-became-optional", {
      old: comparison.old.pointerOf(old.schema),
      new: comparison.new.pointerOf(now.schema),
      facts: { new: typeText(now.schema, comparison.new) },
    });
  comparison.enter(old.schema, now.schema, site);
}
