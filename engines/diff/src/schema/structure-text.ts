import type { Schema } from "@svc/model";
import { canonicalText } from "./canonical-text.ts";
import type { Alternative, Side } from "./side.ts";

/** Depth to which references are followed: deeper differences are ignored. */
const MAX_DEPTH = 4;

/** A text that is the same for schemas of the same meaning, whatever their names, order and form. */
export function structureText(schema: Schema, side: Side, depth: number = MAX_DEPTH): string {
  const { alternatives, nullable } = side.conjunctionOf(schema);
  const texts = alternatives.map((alternative) => alternativeText(alternative, side, depth)).sort();
  return [...texts, ...(nullable ? ["null"] : [])].join(" | ");
}

/** The same for one alternative. */
export function alternativeText({ kind, facts }: Alternative, side: Side, depth: number = MAX_DEPTH): string {
  const child = (schema: Schema) => (depth > 0 ? structureText(schema, side, depth - 1) : "…");
  const properties = [...facts.properties]
    .map(([name, { schema, required }]) => `${JSON.stringify(name)}${required ? "" : "?"}: ${child(schema)}`)
    .sort();
  const further = facts.further.kind === "typed" ? child(facts.further.schema) : facts.further.kind;
  const rest = [
    facts.values && [...facts.values].map((value) => canonicalText(value)).sort(),
    ...(facts.known === undefined ? [] : [facts.known.map((value) => canonicalText(value)).sort()]),
    facts.format,
    [...facts.bounds].sort(),
    facts.patterns,
    [...facts.rules].sort(),
  ];
  const items = facts.items === undefined ? "" : child(facts.items);
  const prefix = (facts.prefixItems ?? []).map(child).join(", ");
  return `${kind}{${properties.join("; ")}}[${further}](${items})(${prefix})${JSON.stringify(rest)}`;
}
