import { type Discriminator, refName, refTo, tagNames } from "@svc/model";
import { canonicalText } from "../../schema/canonical-text.ts";
import type { Matching } from "../../schema/match-alternatives.ts";
import type { Alternative, Conjunction, Side } from "../../schema/side.ts";
import { cut } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";
import type { ConjunctionPair } from "./whole-types.ts";

/** Discriminators, as far as the emitted types follow them: they give variants a literal property. */
export function compareDiscriminators(
  { a, b, pairs, at }: Pick<ConjunctionPair, "a" | "b" | "at"> & Pick<Matching, "pairs">,
  site: Site,
  comparison: Comparison,
): void {
  const [old, now] = [discriminatorOf(a), discriminatorOf(b)];
  if (canonicalText(old) === canonicalText(now)) return;
  let told = false;
  for (const [before, after] of pairs) {
    const [from, to] = [literalOf(before, old, comparison.old), literalOf(after, now, comparison.new)];
    if (from === to) continue;
    told = true;
    const property = now?.propertyName ?? old?.propertyName ?? "";
    const rule = from === undefined ? "added" : to === undefined ? "removed" : "changed";
    report(site, `discriminator-literal-${rule}`, {
      ...at,
      key: after.name ?? after.pointer,
      facts: {
        place: cut(`${site.place} as ${after.name ?? "object"}`),
        property: cut(property),
        old: from ?? "",
        new: to ?? "",
      },
    });
  }
  // A mapping that knows more variants is told with the variants.
  if (told || (old?.propertyName === now?.propertyName && a.alternatives.length !== b.alternatives.length)) return;
  // Where the variants have the new tags themselves, these are told.
  if (old?.propertyName === now?.propertyName && pairs.some((pair) => isRetagged(pair, now?.propertyName, comparison)))
    return;
  report(site, "discriminator-changed", { ...at, facts: { old: text(old), new: text(now) } });
}

/** The property, and the values that are mapped to variants. */
function text(discriminator: Discriminator | undefined): string {
  if (discriminator === undefined) return "none";
  const values = Object.keys(discriminator.mapping ?? {}).map((value) => JSON.stringify(value));
  const { propertyName, defaultMapping } = discriminator;
  if (defaultMapping !== undefined) values.push(`otherwise ${refName(defaultMapping)}`);
  return cut(`${propertyName}${values.length === 0 ? "" : `: ${values.join(", ")}`}`);
}

/** True if a variant's own values of the property are others now. */
function isRetagged(
  [before, after]: readonly [Alternative, Alternative],
  property: string | undefined,
  { old, new: now }: Comparison,
): boolean {
  const values = ({ facts }: Alternative, side: Side) => {
    const tag = facts.properties.get(property ?? "");
    return canonicalText(tag && side.conjunctionOf(tag.schema).alternatives.map((one) => one.facts.values));
  };
  return values(before, old) !== values(after, now);
}

function discriminatorOf({ leaves }: Conjunction): Discriminator | undefined {
  const holder = leaves.find((leaf) => leaf.discriminator !== undefined && (leaf.oneOf ?? leaf.anyOf) !== undefined);
  return holder?.discriminator;
}

/** The literal that a discriminator adds to a variant; none where the variant has one by itself. */
function literalOf(
  { name, facts }: Alternative,
  discriminator: Discriminator | undefined,
  side: Side,
): string | undefined {
  if (name === undefined || discriminator === undefined || discriminator.defaultMapping === refTo(name))
    return undefined;
  const property = facts.properties.get(discriminator.propertyName);
  if (property === undefined) return undefined;
  const { alternatives } = side.conjunctionOf(property.schema);
  if (!alternatives.some(({ kind }) => kind === "string")) return undefined;
  if (alternatives.some(({ facts: { values } }) => values !== undefined)) return undefined;
  const tags = tagNames(discriminator, { $ref: refTo(name) }).map((tag) => JSON.stringify(tag));
  return cut(tags.sort().join(" | "));
}
