import { isOfType, type Json, type Schema, type TypeName, typesOf } from "@svc/model";
import type { Shape } from "@svc/schema";

const ALL: readonly TypeName[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/** The types that satisfy a shape, `any` where it does not say; empty where nothing does. */
export function kindsOf({ types, typed, integer, values, facets, required, tuples }: Shape): readonly Kind[] {
  const kinds = [...types].map((type): TypeName => (type === "number" && integer ? "integer" : type));
  if (typed) return values === undefined ? kinds : kinds.filter((kind) => values.some((one) => isOfType(one, kind)));
  if (values !== undefined) return withoutImplied([...new Set(values.map(typeOfValue))]);
  // Without a type the other keywords tell what the author means, and what the emitted type says.
  if (facets.length > 0 || required.size > 0) return ["object"];
  return tuples.length > 0 ? ["array"] : ["any"];
}

/** A type; whole numbers are one of their own. */
export type Kind = TypeName | "any";

/**
 * The types of a contradiction that stay in TypeScript: no number is an object, and `number & { name: string }` is a type
 * nevertheless. Empty where there is no such contradiction.
 */
export function contradictedKinds(leaves: readonly Schema[]): readonly TypeName[] {
  const declared = leaves.map(declaredTypes).filter((types) => types !== undefined);
  const others = declared.filter((types) => !types.includes("object"));
  if (others.length === 0 || others.length === declared.length) return [];
  const all = others.reduce((a, b) => withoutImplied(ALL.filter((type) => allows(a, type) && allows(b, type))));
  return all.filter((type) => type !== "null");
}

/** The type of a value, `integer` for whole numbers. */
function typeOfValue(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as TypeName;
}

function declaredTypes(leaf: Schema): readonly TypeName[] | undefined {
  const types = typesOf(leaf);
  const values = leaf.const === undefined ? leaf.enum : [leaf.const];
  if (values === undefined) return types.length === 0 ? undefined : withoutImplied(types);
  const possible = types.length === 0 ? [...new Set(values.map(typeOfValue))] : types;
  return withoutImplied(possible.filter((type) => values.some((value) => isOfType(value, type))));
}

/** A number may be whole: `integer` beside `number` adds nothing. */
function withoutImplied(types: readonly TypeName[]): readonly TypeName[] {
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

function allows(types: readonly TypeName[], type: TypeName): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
