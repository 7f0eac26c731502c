import { childPointer, conjunctsOf, own, type Schema, withShare } from "@svc/model";
import { haveNothingInCommon } from "../pattern/in-common.ts";
import type { Compiler } from "../shape/compiler.ts";
import { implies } from "../shape/implies.ts";
import { itemsOf } from "../shape/items.ts";
import { propertiesOf } from "../shape/properties.ts";
import type { Shape } from "../shape/shape.ts";
import { show } from "../validate/visit.ts";
import { FORMAT_OUTLINES, OUTLINE_ALPHABET } from "../values/format-patterns.ts";

/** Where no value is valid, and why. */
export interface Proof {
  /** A JSON pointer into the value. */
  readonly pointer: string;
  readonly keywords: readonly string[];
  readonly says: string;
}

/**
 * Proves that no value is valid for a schema, which services may accept some for all the same: texts of a format that a
 * pattern rules out, alternatives of a `oneOf` of which each fits what another one fits, listed values that are not valid.
 * Undefined where that is not certain.
 */
export function proveContradiction(
  schema: Schema,
  compiler: Compiler,
  seen: Set<Schema> = new Set(),
): Proof | undefined {
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const shape = compiler.flatten(schema);
  const here =
    overlap(schema, compiler) ?? invalidValues(schema, shape, compiler) ?? impossibleText(schema, shape, compiler);
  if (here !== undefined) return { pointer: "", ...here };
  for (const [name, part] of neededParts(shape, compiler)) {
    const inner = proveContradiction(part, compiler, seen);
    if (inner !== undefined) return { ...inner, pointer: childPointer("", name) + inner.pointer };
  }
  return undefined;
}

type Reason = Omit<Proof, "pointer">;

/** An alternative of a `oneOf` adds nothing where what fits it fits another one, too: then it is two that are fitted. */
function overlap(schema: Schema, compiler: Compiler): Reason | undefined {
  const isOverlapping = ({ oneOf = [] }: Schema): boolean =>
    oneOf.length > 0 &&
    oneOf.every((option, index) => oneOf.some((other, at) => at !== index && implies(option, other, compiler)));
  if (!conjunctsOf(schema, compiler.schemas).some(isOverlapping)) return undefined;
  return { keywords: ["oneOf"], says: '"oneOf" allows nothing: what fits one of its alternatives fits another' };
}

function invalidValues(schema: Schema, { values }: Shape, { isValid, schemas }: Compiler): Reason | undefined {
  if (values === undefined || values.some((value) => isValid(schema, value))) return undefined;
  const isListed = conjunctsOf(schema, schemas).some((part) => part.enum !== undefined);
  const keyword = isListed ? "enum" : "const";
  return {
    keywords: [keyword],
    says: `"${keyword}" ${show(isListed ? values : values[0])} allows nothing that is valid`,
  };
}

function impossibleText(schema: Schema, shape: Shape, { schemas, work }: Compiler): Reason | undefined {
  if (shape.types.size !== 1 || !shape.types.has("string")) return undefined;
  const { minLength, maxLength, patterns } = shape;
  const formats = conjunctsOf(schema, schemas).flatMap(({ format }) => format ?? []);
  const outlines = formats.flatMap((format) => own(FORMAT_OUTLINES, format) ?? []);
  const max = Number.isFinite(maxLength) ? maxLength : "";
  const lengths = minLength > 0 || max !== "" ? [`^[\\s\\S]{${minLength},${max}}$`] : [];
  const all = [...outlines, ...lengths, ...patterns];
  if (outlines.length === 0 || !withShare(work, (share) => haveNothingInCommon(all, OUTLINE_ALPHABET, share)))
    return undefined;
  const bounds = { minLength: minLength || undefined, maxLength: max === "" ? undefined : max };
  const said = [
    ...formats.map((format) => ["format", format] as const),
    ...patterns.map((pattern) => ["pattern", pattern] as const),
    ...Object.entries(bounds).filter(([, bound]) => bound !== undefined),
  ];
  const named = said.map(([keyword, value]) => `"${keyword}" ${show(value)}`);
  return { keywords: said.map(([keyword]) => keyword), says: `${named.join(" and ")} contradict each other` };
}

/** The parts that a value cannot be without. */
function neededParts(shape: Shape, compiler: Compiler): (readonly [name: string, schema: Schema])[] {
  const [type, ...others] = shape.types;
  if (others.length > 0) return [];
  // Alternatives may look at a property that would be unevaluated without them.
  if (type === "object" && shape.unevaluated === undefined) {
    const required = propertiesOf(shape, compiler).filter((property) => property.required);
    return required.map(({ name, node }) => [name, node.schema]);
  }
  const isList = type === "array" && shape.unevaluatedItems === undefined;
  // Items that have to be contained may stand at any place.
  return isList && shape.minItems > 0 && shape.contains.length === 0
    ? [["0", itemsOf(shape, compiler).at(0).schema]]
    : [];
}
