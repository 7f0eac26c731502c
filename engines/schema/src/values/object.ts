import { type Json, own, setOwn } from "@svc/model/data";
import { fork } from "../builders/random.ts";
import { type Generate, happens, type Making, type Run, type Spot } from "../builders/run.ts";
import { isRecord } from "../json.ts";
import type { Node } from "../shape/compiler.ts";
import { type Property, propertiesOf, schemasOf } from "../shape/properties.ts";
import type { Shape } from "../shape/shape.ts";
import { addExtras } from "./extras.ts";

type JsonObject = { [key: string]: Json };

/** Makes an object of a shape; undefined where a required property cannot be made. */
export function makeObject(shape: Shape, run: Run, spot: Spot, generate: Generate): JsonObject | undefined {
  const override = isRecord(spot.override) ? spot.override : {};
  const result: JsonObject = {};
  const properties = propertiesOf(shape, run.compiler);
  const isShown = select(shape, properties, run, spot);
  for (const property of properties) {
    const { name } = property;
    const isWanted = Object.hasOwn(override, name);
    if (isWanted ? override[name] === undefined : !isShown(property)) continue;
    const value = generate(property.node, run, propertySpot(shape, property, run, spot));
    if (value !== undefined) setOwn(result, name, value);
    // Properties that travel the other way only may be left out where they cannot be made.
    else if (property.required && travels(property, run)) return undefined;
  }
  addTags(result, shape, properties, run);
  addOverrides(result, { shape, run, spot, generate });
  const isComplete = Object.keys(override).length > 0 || addExtras(result, { shape, run, spot, generate });
  return isComplete ? result : undefined;
}

function propertySpot(shape: Shape, { name, hint, node }: Property, run: Run, spot: Spot): Spot {
  const wish = isRecord(spot.override) ? own(spot.override, name) : undefined;
  const tag = tagFor(node, shape.discriminators.get(name) ?? [], run);
  const shown = isRecord(spot.example) ? own(spot.example as JsonObject, name) : undefined;
  return {
    seed: fork(spot.seed, name),
    kin: spot.seed,
    name: hint,
    root: false,
    depth: spot.depth + 1,
    lean: spot.lean,
    wild: spot.wild,
    // A discriminator's value goes before everything but the caller's wish and what the schema itself says.
    override: wish === undefined ? tag : wish,
    example: shown,
  };
}

/**
 * The value of a discriminator's property: the first of `tags` that its schema allows. Undefined where the schema itself
 * lists nothing but such values, or allows none, as a number or a pattern does.
 */
export function tagFor(
  { schema, shapes }: Node,
  tags: readonly string[],
  { compiler }: Pick<Run, "compiler">,
): string | undefined {
  if (shapes.every(({ values }) => values?.every((value) => tags.includes(value as string)))) return undefined;
  return tags.find((tag) => compiler.isValid(schema, tag));
}

/** How often an object of any values has a property that it may have. */
const OPTIONAL_SHARE = 3 / 4;

/** Whether to show a property: required ones, and optional ones as the mode, the direction and the bounds have it. */
function select(shape: Shape, properties: readonly Property[], run: Run, spot: Spot): (property: Property) => boolean {
  const isLean = spot.lean || run.mode === "minimal";
  const isWanted = (property: Property) =>
    run.mode === "any" ? happens(spot, `has ${property.name}`, OPTIONAL_SHARE) : !recurs(property, run);
  const isWished = (property: Property) => !isLean && travels(property, run) && isWanted(property);
  const isDemanded = (property: Property) => property.required && travels(property, run);
  if (isFree(shape)) return (property) => isDemanded(property) || isWished(property);
  // A discriminator may name a property that leads back.
  const isTag = (property: Property) => shape.discriminators.has(property.name) && !recurs(property, run);
  const shown = new Set(properties.filter((property) => isDemanded(property) || isTag(property)));
  const allowed = properties.filter((property) => travels(property, run));
  for (const property of [...allowed.filter(isWished), ...allowed]) {
    const isNeeded = shown.size < Math.min(shape.minProperties, properties.length);
    if (shown.size < shape.maxProperties && (isNeeded || isWished(property))) shown.add(property);
  }
  addDependencies(shape, properties, shown);
  return (property) => shown.has(property);
}

/** Whether each property can be shown or not without a thought of the others: the usual case. */
function isFree({ minProperties, maxProperties, dependentRequired, discriminators }: Shape): boolean {
  const isBounded = minProperties > 0 || maxProperties < Number.POSITIVE_INFINITY;
  return !isBounded && dependentRequired.length === 0 && discriminators.size === 0;
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

/** Discriminators that no alternative has among its properties: by them it is told all the same. */
function addTags(result: JsonObject, shape: Shape, properties: readonly Property[], { compiler }: Run): void {
  for (const [name, tags] of shape.discriminators) {
    if (properties.some((property) => property.name === name)) continue;
    const { schema } = compiler.compileAll(schemasOf(shape, name));
    const tag = tags.find((one) => compiler.isValid(schema, one));
    if (tag !== undefined) setOwn(result, name, tag);
  }
}

function addOverrides(result: JsonObject, { shape, run, spot, generate }: Making): void {
  const override = isRecord(spot.override) ? spot.override : {};
  for (const [name, wish] of Object.entries(override)) {
    if (wish === undefined || Object.hasOwn(result, name)) continue;
    const node = run.compiler.compileAll(schemasOf(shape, name));
    const seed = fork(spot.seed, name);
    const inner = { ...spot, seed, kin: spot.seed, name, root: false, depth: spot.depth + 1, example: undefined };
    const value = generate(node, run, { ...inner, override: wish });
    if (value !== undefined) setOwn(result, name, value);
  }
}
