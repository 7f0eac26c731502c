import { own } from "@svc/model";
import type { Alternative, Further, Property } from "../../schema/side.ts";
import { memberOf, typeText } from "../../schema/type-text.ts";
import { type AlternativePair, type Comparison, report, type Site } from "../comparison.ts";
import { compareMarks } from "./annotations.ts";
import { compareBounds, compareFormats, comparePatterns, compareRules, compareValues } from "./values.ts";

/** Two alternatives of one type. */
export function compareAlternatives(pair: AlternativePair, site: Site, comparison: Comparison): void {
  const { old, now, at } = pair;
  if (old.kind !== now.kind && (now.kind === "integer" || now.kind === "number"))
    report(site, now.kind === "number" ? "integer-became-number" : "number-became-integer", at);
  compareValues(pair, site, comparison);
  compareFormats(pair, site);
  compareBounds(pair, site);
  comparePatterns(pair, site);
  compareRules(pair, site);
  if (now.kind === "object") {
    compareProperties(pair, site, comparison);
    compareFurther(pair, site, comparison);
  }
  if (now.kind === "array") compareItems(pair, site, comparison);
}

/** Inside of a value it is neither a parameter nor an error itself. */
const WITHIN = { isParameter: false, isError: false } as const;

const FURTHER = {
  "undeclared nothing": "further-properties-forbidden",
  "anything nothing": "further-properties-forbidden",
  "typed nothing": "further-properties-typed-forbidden",
  "nothing undeclared": "further-properties-allowed",
  "nothing anything": "further-properties-allowed",
  "undeclared anything": "further-properties-allowed",
  "anything undeclared": "further-properties-undeclared",
  "undeclared typed": "further-properties-typed",
  "anything typed": "further-properties-typed",
  "nothing typed": "further-properties-typed-added",
  "typed undeclared": "further-properties-untyped",
  "typed anything": "further-properties-untyped",
} as const;

function compareFurther({ old, now, at }: AlternativePair, site: Site, comparison: Comparison): void {
  const [a, b] = [old.facts.further, now.facts.further];
  if (a.kind === "typed" && b.kind === "typed") {
    comparison.enter(a.schema, b.schema, { ...site, place: `${site.place}[string]`, ...WITHIN });
    return;
  }
  const key = `${a.kind} ${b.kind}`;
  if (!Object.hasOwn(FURTHER, key)) return;
  const text = (further: Further, side: Comparison["old"]) =>
    further.kind === "typed" ? typeText(further.schema, side) : "unknown";
  // Beside named properties the types say `unknown` of others: an index signature of another type would contradict them.
  const bothNamed = old.facts.properties.size > 0 && now.facts.properties.size > 0;
  const isTypeless = bothNamed && a.kind === "typed" && b.kind !== "nothing";
  report(site, FURTHER[key as keyof typeof FURTHER], {
    ...at,
    ...(isTypeless && site.direction === "response" && ({ level: "minor", labels: ["runtime"] } as const)),
    facts: { old: text(a, comparison.old), new: text(b, comparison.new) },
  });
}

function compareItems({ old, now, at }: AlternativePair, site: Site, comparison: Comparison): void {
  const inner = { ...site, place: `${site.place}[number]`, ...WITHIN };
  const [a, b] = [old.facts.prefixItems ?? [], now.facts.prefixItems ?? []];
  if (a.length !== b.length) {
    report(site, "tuple-changed", { ...at, facts: { old: `${a.length}`, new: `${b.length}` } });
  }
  for (const [index, schema] of b.entries()) {
    const before = a[index];
    if (before !== undefined) comparison.enter(before, schema, { ...inner, place: `${site.place}[${index}]` });
  }
  if (old.facts.items === undefined && now.facts.items === undefined) return;
  comparison.enter(itemsOf(old, comparison.old), itemsOf(now, comparison.new), inner);
}

/** Items that are not described may be anything. */
function itemsOf({ facts, leaves }: Alternative, side: Comparison["old"]) {
  if (facts.items !== undefined) return facts.items;
  const anything = {};
  if (leaves[0] !== undefined) side.adopt(anything, leaves[0]);
  return anything;
}

/** The named properties of two objects: those that travel in the direction of the site. */
export function compareProperties(
  { old, now }: { readonly [side in "old" | "now"]: Pick<Alternative, "facts"> },
  site: Site,
  comparison: Comparison,
): void {
  const [before, after] = [old.facts.properties, now.facts.properties];
  for (const [name, property] of before) {
    if (after.has(name)) continue;
    const old = comparison.old.pointerOf(property.schema);
    const facts = { old: typeText(property.schema, comparison.old), what: "is gone", direction: site.direction };
    const isSeen = property.travels(site.direction);
    const [rule, key] = isSeen ? (["property-removed", undefined] as const) : UNSEEN[site.direction];
    report(inside(site, name, { old }, comparison), rule, { old, key, facts });
  }
  for (const [name, property] of after) {
    const known = before.get(name);
    const pointer = comparison.new.pointerOf(property.schema);
    const from = known && { old: comparison.old.pointerOf(known.schema) };
    const at = inside(site, name, { new: pointer, ...from }, comparison);
    const isSeen = property.travels(site.direction);
    if (known === undefined || (isSeen && property.required && !known.travels(site.direction))) {
      const facts = { new: typeText(property.schema, comparison.new), what: "is new", direction: site.direction };
      const added = property.required ? "property-required-added" : "property-optional-added";
      const [rule, key] = isSeen ? ([added, undefined] as const) : UNSEEN[site.direction];
      report(at, rule, { new: pointer, key, facts });
    } else compareProperty(known, property, at, comparison);
  }
}

/** The rule of what does not travel, with what tells its reports apart. */
const UNSEEN = {
  request: ["untravelled-property-changed", "request"],
  response: ["untravelled-property-changed", "response"],
} as const;

/**
 * A property by the type that declares it: a change of a type is told there, whatever else is composed of it. A type that declares it
 * in the new document only is not what users know the value by.
 */
function inside(site: Site, name: string, at: Partial<AlternativePair["at"]>, { old, new: now }: Comparison): Site {
  const declarer = (pointer = "") => DECLARED.exec(pointer)?.[1] ?? "";
  const type = own(now.model.schemas, declarer(at.new ?? at.old));
  const former = [type?.wireName ?? "", ...(type?.formerWireNames ?? [])];
  const isKnown =
    at.old === undefined
      ? former.some((one) => own(old.model.schemas, one) !== undefined)
      : former.includes(declarer(at.old));
  return { ...site, place: memberOf((isKnown && type?.typeName) || site.place, name), ...WITHIN };
}

const DECLARED = /^\/components\/schemas\/([^/~%]+)(?:\/allOf\/\d+)*\/properties\/[^/]+$/;

function compareProperty(old: Property, now: Property, site: Site, comparison: Comparison): void {
  const [was, is] = [old, now].map((property) => property.travels(site.direction));
  if (was === false && is === false) return;
  if (was !== is) {
    compareMarks(old.schema, now.schema, site, comparison);
    return;
  }
  if (old.required !== now.required)
    report(site, now.required ? "property-became-required" : "property-became-optional", {
      old: comparison.old.pointerOf(old.schema),
      new: comparison.new.pointerOf(now.schema),
      facts: { new: typeText(now.schema, comparison.new) },
    });
  comparison.enter(old.schema, now.schema, site);
}
