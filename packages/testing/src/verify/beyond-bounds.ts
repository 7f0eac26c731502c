import { deref, type Schema, type Schemas, typesOf } from "@svc/model";

/** Numbers just outside of the bounds of a schema: one below the minimum, one above the maximum. */
export function beyondBounds(schema: Schema, schemas: Schemas): number[] {
  const parts = conjuncts(schema, schemas);
  const types = parts.flatMap((part) => typesOf(part));
  if (types.length > 0 && !types.some((type) => type === "integer" || type === "number")) return [];
  const isInteger = types.includes("integer") && !types.includes("number");
  const values = (of: (part: Schema) => unknown): number[] =>
    parts.map(of).filter((bound): bound is number => typeof bound === "number");
  const down = isInteger ? Math.floor : (bound: number): number => bound;
  const up = isInteger ? Math.ceil : (bound: number): number => bound;
  const below = [
    ...values(({ minimum }) => minimum).map((bound) => up(bound) - step(bound)),
    ...values(({ exclusiveMinimum }) => exclusiveMinimum).map(down),
  ];
  const above = [
    ...values(({ maximum }) => maximum).map((bound) => down(bound) + step(bound)),
    ...values(({ exclusiveMaximum }) => exclusiveMaximum).map(up),
  ];
  const nearest = [
    ...(below.length > 0 ? [Math.max(...below)] : []),
    ...(above.length > 0 ? [Math.min(...above)] : []),
  ];
  return nearest.filter(Number.isFinite);
}

/** Distance from a bound: 1, or more if 1 is lost in rounding. */
function step(bound: number): number {
  return Math.max(1, Math.abs(bound) * 2 ** -51);
}

/** All schemas that a number must match: with `allOf`, and the only variant beside null, which a query cannot express. */
function conjuncts(schema: Schema, schemas: Schemas): Schema[] {
  const found = new Set<Schema>([schema]);
  for (const part of found) {
    const target = deref(part, schemas);
    for (const further of [target, ...(part.allOf ?? []), ...onlyVariant(part.anyOf), ...onlyVariant(part.oneOf)]) {
      found.add(further);
    }
  }
  return [...found];
}

function onlyVariant(variants: readonly Schema[] = []): readonly Schema[] {
  const others = variants.filter((variant) => typesOf(variant).join() !== "null");
  return others.length === 1 ? others : [];
}
