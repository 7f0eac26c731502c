import type { Json } from "@svc/model";
import { isRecord, own, setOwn } from "../own.ts";
import { fork } from "../random.ts";
import type { Generate, Run, Spot } from "../run.ts";
import { type Property, propertiesOf, schemasOf, together } from "../shape/properties.ts";
import type { Shape } from "../shape/shape.ts";
import { addExtras, type Making } from "./extras.ts";

type JsonObject = { [key: string]: Json };

/** Makes an object of a shape; undefined where a required property cannot be made. */
export function makeObject(shape: Shape, run: Run, spot: Spot, generate: Generate): JsonObject | undefined {
  const override = isRecord(spot.override) ? spot.override : {};
  const result: JsonObject = {};
  const properties = propertiesOf(shape, run.compiler);
  const shown = select(shape, properties, run, { ...spot, override });
  for (const property of properties) {
    const { name } = property;
    const isWanted = Object.hasOwn(override, name);
    if (isWanted ? override[name] === undefined : !shown.has(property)) continue;
    const value = generate(property.node, run, propertySpot(shape, property, spot));
    if (value !== undefined) setOwn(result, name, value);
    else if (property.required) return undefined;
  }
  addOverrides(result, { shape, run, spot, generate });
  const isComplete = Object.keys(override).length > 0 || addExtras(result, { shape, run, spot, generate });
  return isComplete ? result : undefined;
}

function propertySpot(shape: Shape, { name, hint, node }: Property, spot: Spot): Spot {
  const wish = isRecord(spot.override) ? own(spot.override, name) : undefined;
  const discriminator = shape.discriminators.get(name);
  const shown = isRecord(spot.example) ? own(spot.example as JsonObject, name) : undefined;
  const isFixed = node.shapes.every(({ values }) => values !== undefined);
  return {
    seed: fork(spot.seed, name),
    kin: spot.seed,
    name: hint,
    root: false,
    depth: spot.depth + 1,
    lean: spot.lean,
    wild: spot.wild,
    // A discriminator's value goes before everything but the caller's wish and what the schema itself fixes.
    override: wish ?? (isFixed ? undefined : discriminator),
    example: shown,
  };
}

/** The properties to show: required ones, and optional ones as the mode, the direction and the bounds have it. */
function select(shape: Shape, properties: readonly Property[], run: Run, spot: Spot): ReadonlySet<Property> {
  const isOptional = (property: Property) => !property.required;
  const shown = new Set(properties.filter((property) => property.required));
  const allowed = properties.filter(isOptional).filter((property) => travels(property, run));
  const wished = spot.lean || run.mode === "minimal" ? [] : allowed.filter((property) => !recurs(property, run));
  for (const property of [...wished, ...allowed]) {
    const isNeeded = shown.size < Math.min(shape.minProperties, properties.length);
    if (!wished.includes(property) && !isNeeded) continue;
    if (shown.size < shape.maxProperties) shown.add(property);
  }
  for (const property of properties) if (shape.discriminators.has(property.name)) shown.add(property);
  addDependencies(shape, properties, shown);
  return shown;
}

function addDependencies(shape: Shape, properties: readonly Property[], shown: Set<Property>): void {
  const byName = new Map(properties.map((property) => [property.name, property]));
  for (let size = -1; size !== shown.size; ) {
    size = shown.size;
    for (const [name, needed] of shape.dependentRequired) {
      const property = byName.get(name);
      if (property === undefined || !shown.has(property)) continue;
      for (const other of needed) {
        const dependency = byName.get(other);
        if (dependency !== undefined) shown.add(dependency);
        else if (!property.required) shown.delete(property);
      }
    }
  }
}

function travels({ readOnly, writeOnly }: Property, { direction }: Run): boolean {
  return !(direction === "request" && readOnly) && !(direction === "response" && writeOnly);
}

function recurs({ node }: Property, { active, mode }: Run): boolean {
  return (active.get(node) ?? 0) >= (mode === "maximal" ? 2 : 1);
}

function addOverrides(result: JsonObject, { shape, run, spot, generate }: Making): void {
  const override = isRecord(spot.override) ? spot.override : {};
  for (const [name, wish] of Object.entries(override)) {
    if (wish === undefined || Object.hasOwn(result, name)) continue;
    const node = run.compiler.compile(together(schemasOf(shape, name)));
    const seed = fork(spot.seed, name);
    const inner = { ...spot, seed, kin: spot.seed, name, root: false, depth: spot.depth + 1, example: undefined };
    const value = generate(node, run, { ...inner, override: wish });
    if (value !== undefined) setOwn(result, name, value);
  }
}
