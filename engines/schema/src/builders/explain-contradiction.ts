import {
  childPointer,
  conjunctsOf,
  createWork,
  isSpent,
  type Json,
  type Schema,
  type Schemas,
  type Work,
} from "@svc/model";
import { compilerOf } from "../shape/compiler.ts";
import { READ_TOGETHER, saysNothing } from "../shape/conjuncts.ts";
import { itemsOf } from "../shape/items.ts";
import { isNever, propertiesOf } from "../shape/properties.ts";
import { show } from "../validate/visit.ts";
import { generate } from "./generate.ts";
import { proveContradiction } from "./prove-contradiction.ts";

/** Why a schema allows no value. */
export interface Contradiction {
  /** Where in a value nothing is allowed: a JSON pointer, empty for the value as a whole. */
  readonly pointer: string;
  /** The keywords that contradict each other; none where a schema requires itself without end. */
  readonly keywords: readonly string[];
  /** `at /CardStatusWords: "pattern" "^a" and "maxLength" 0 contradict each other`. */
  readonly message: string;
}

/** Levels of required properties and items that are looked at. */
const MAX_DEPTH = 10;
/** Keywords of one place that are tried one by one. */
const MAX_CONSTRAINTS = 40;

/**
 * Says which keywords of a schema contradict each other; undefined where a valid value was found, or one that services
 * accept and no proof that none is valid, or where that takes more than the work that there is for one value.
 */
export function explainContradiction(schema: Schema, schemas: Schemas): Contradiction | undefined {
  const trial: Trial = { schemas, work: createWork() };
  const value = smallestValue(schema, trial);
  if (value !== undefined) return explainInvalid(value, schema, schemas);
  const found = explainEmpty(schema, trial);
  return isSpent(trial.work) ? undefined : found;
}

/** What all values that are tried for one explanation share. */
interface Trial {
  readonly schemas: Schemas;
  readonly work: Work;
}

function explainEmpty(schema: Schema, trial: Trial): Contradiction {
  const { pointer, part } = narrow(schema, trial, 0);
  const at = placeOf(pointer);
  const constraints = constraintsOf(part, trial.schemas);
  if (!isContradictory(constraints, trial)) {
    return { pointer, keywords: [], message: `${at}a value would have to contain itself without end` };
  }
  const needed = smallest(constraints.slice(0, MAX_CONSTRAINTS), trial);
  const keywords = [...new Set(needed.map(({ keyword }) => keyword))];
  const named = needed.map(({ keyword, shown }) => `"${keyword}" ${shown}`);
  const says = named.length === 1 ? `${named[0]} allows nothing` : `${named.join(" and ")} contradict each other`;
  return { pointer, keywords, message: at + says };
}

function explainInvalid(value: Json, schema: Schema, schemas: Schemas): Contradiction | undefined {
  const compiler = compilerOf(schemas);
  if (compiler.isValid(schema, value)) return undefined;
  const proof = proveContradiction(schema, compiler);
  if (proof === undefined) return undefined;
  const { pointer, keywords, says } = proof;
  return { pointer, keywords, message: placeOf(pointer) + says };
}

function placeOf(pointer: string): string {
  return pointer === "" ? "" : `at ${pointer}: `;
}

function allows(schema: Schema, trial: Trial): boolean {
  return smallestValue(schema, trial) !== undefined;
}

/** @throws TooLargeError */
function smallestValue(schema: Schema, trial: Trial): Json | undefined {
  return generate(schema, { ...trial, seed: 1, mode: "minimal", useExamples: false, exact: true });
}

interface Narrowed {
  readonly pointer: string;
  readonly part: Schema;
}

/** The innermost required part of a value that cannot be made. */
function narrow(schema: Schema, trial: Trial, depth: number): Narrowed {
  const compiler = compilerOf(trial.schemas);
  for (const shape of depth < MAX_DEPTH ? compiler.compile(schema).shapes : []) {
    const property = propertiesOf(shape, compiler).find(
      ({ required, node }) => required && !allows(node.schema, trial),
    );
    const item = shape.minItems > 0 ? itemsOf(shape, compiler).at(0).schema : undefined;
    const [name, part] =
      property !== undefined
        ? [property.name, property.node.schema]
        : item !== undefined && !allows(item, trial)
          ? ["0", item]
          : [];
    if (name === undefined || part === undefined) continue;
    const inner = narrow(part, trial, depth + 1);
    return { ...inner, pointer: childPointer("", name) + inner.pointer };
  }
  return { pointer: "", part: schema };
}

/** Something that one schema says: a keyword, with those that it only makes sense with. */
interface Constraint {
  readonly keyword: string;
  readonly shown: string;
  readonly schema: Schema;
}

/** Keywords that are named together, by the first. */
const GROUPS: readonly (readonly [name: string, ...others: string[]])[] = [
  ["additionalProperties", "properties", "patternProperties"],
  ...READ_TOGETHER,
];

function constraintsOf(schema: Schema, schemas: Schemas): Constraint[] {
  return conjunctsOf(schema, schemas).flatMap((part) => {
    const taken = new Set<string>();
    return Object.entries(part).flatMap(([keyword, value]): Constraint[] => {
      if (saysNothing(keyword) || taken.has(keyword)) return [];
      const group = GROUPS.find((names) => names.includes(keyword))?.filter((name) => Object.hasOwn(part, name));
      for (const name of group ?? []) taken.add(name);
      const picked = (group ?? [keyword]).map((name) => [name, (part as { [name: string]: unknown })[name]]);
      const [named = keyword] = group ?? [];
      const shown = show(named === keyword ? value : (part as { [name: string]: unknown })[named]);
      return [{ keyword: named, shown: shown === '{"not":{}}' ? "false" : shown, schema: Object.fromEntries(picked) }];
    });
  });
}

function isContradictory(constraints: readonly Constraint[], trial: Trial): boolean {
  // Recursive schemas are cut: what is left is about this place alone.
  return constraints.length > 0 && !allows({ allOf: constraints.map(({ schema }) => shallow(schema)) }, trial);
}

/** Keywords of a schema that concern the value itself, not its properties or items. */
function shallow(schema: Schema): Schema {
  const { properties, items, ...rest } = schema;
  const open = Object.entries(properties ?? {}).map(([name, part]) => [name, isNever(part) ? part : {}]);
  return { ...rest, ...(properties !== undefined && { properties: Object.fromEntries(open) }) };
}

/** Without each constraint that is not needed for the contradiction. */
function smallest(constraints: readonly Constraint[], trial: Trial): Constraint[] {
  let needed = [...constraints];
  for (const constraint of constraints) {
    const others = needed.filter((other) => other !== constraint);
    if (isContradictory(others, trial)) needed = others;
  }
  return needed;
}
