import type { Json, Schema } from "@svc/model";
import { oneLine, own } from "@svc/model";
import { pureReference } from "./pointers.ts";
import type { Alternative, Property, Side } from "./side.ts";

const MAX_LENGTH = 120;
const MAX_MEMBERS = 6;

/** A schema as a TypeScript user would write its type, in short: for messages, not for compilers. */
export function typeText(schema: Schema | undefined, side: Side): string {
  if (schema === undefined) return "unknown";
  return cut(writeType(schema, side, 0));
}

/** The same one level below its own name: what a named type is made of. */
export function definitionText(schema: Schema, side: Side): string {
  const { alternatives, nullable } = side.conjunctionOf(schema);
  const [only, ...more] = alternatives;
  if (only === undefined || more.length > 0) return cut(writeUnion(alternatives, nullable, side, 0));
  const text = writeAlternative({ ...only, facts: only.facts, name: undefined }, side, 0);
  return cut(nullable ? `${text} | null` : text);
}

/** The values of one alternative, whatever its name: both sides may have one. */
export function valueType(alternative: Alternative, side: Side): string {
  return cut(writeAlternative({ ...alternative, facts: alternative.facts, name: undefined }, side, 0));
}

/** The same for one alternative of a union. */
export function alternativeType(alternative: Alternative, side: Side): string {
  return cut(writeAlternative(alternative, side, 0));
}

/** A value of the document for a message. */
export function valueText(value: Json | undefined): string {
  return value === undefined ? "none" : cut(JSON.stringify(value));
}

/** Text of the document for a message: on one line, invisible characters escaped, bounded. */
export function cut(text: string, limit: number = MAX_LENGTH): string {
  // Messages quote names by backticks.
  const line = oneLine(text).replaceAll("`", "\\u0060");
  if (line.length <= limit) return line;
  // At the end of a word, unless that would leave out much.
  const cutOff = line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "");
  const atWord = cutOff.replace(/\s+\S{0,40}$/, "");
  return `${atWord === cutOff ? cutOff : `${atWord} `}…`;
}

/** Texts in a row; of those for which there is no room, the number. */
export function listText(texts: readonly string[], separator = ", "): string {
  let shown = texts.length;
  const text = () => texts.slice(0, shown).join(separator);
  while (shown > 1 && text().length > MAX_LENGTH) shown--;
  const rest = texts.length - shown;
  return rest === 0 ? cut(text()) : `${cut(text())}${separator.trimEnd()} … (${rest} more)`;
}

function writeType(schema: Schema, side: Side, depth: number): string {
  const name = pureReference(schema);
  const named = name === undefined ? undefined : own(side.model.schemas, name);
  if (named !== undefined) return named.typeName;
  const { alternatives, nullable } = side.conjunctionOf(schema);
  return writeUnion(alternatives, nullable, side, depth);
}

function writeUnion(alternatives: readonly Alternative[], nullable: boolean, side: Side, depth: number): string {
  const types = new Set(alternatives.map((alternative) => writeAlternative(alternative, side, depth)));
  const all = [...types, ...(nullable ? ["null"] : [])];
  if (all.length > MAX_MEMBERS) return `${all.slice(0, MAX_MEMBERS).join(" | ")} | …`;
  return all.length === 0 ? "never" : all.join(" | ");
}

function writeAlternative({ kind, name, facts }: Alternative, side: Side, depth: number): string {
  const named = name === undefined ? undefined : own(side.model.schemas, name);
  if (named !== undefined) return named.typeName;
  if (facts.values !== undefined) return writeValues(facts.values);
  if (facts.known !== undefined) return `${writeValues(facts.known)} | (${kind === "string" ? kind : "number"} & {})`;
  switch (kind) {
    case "any":
      return "unknown";
    case "integer":
      return "number";
    case "array": {
      const items = facts.items === undefined ? "unknown" : depth > 2 ? "…" : writeType(facts.items, side, depth + 1);
      return items.includes(" ") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return writeObject(facts, side, depth);
    default:
      return kind;
  }
}

function writeValues(values: readonly Json[]): string {
  const texts = values.slice(0, MAX_MEMBERS).map((value) => JSON.stringify(value));
  return [...texts, ...(values.length > MAX_MEMBERS ? ["…"] : [])].join(" | ") || "never";
}

function writeObject({ properties, further }: Alternative["facts"], side: Side, depth: number): string {
  if (properties.size === 0) {
    const value = further.kind === "typed" && depth < 2 ? writeType(further.schema, side, depth + 1) : "unknown";
    return `Record<string, ${value}>`;
  }
  // What always has one value tells an object from others.
  const isLiteral = ({ schema }: Property) => {
    const [only, ...more] = side.conjunctionOf(schema).alternatives;
    return more.length === 0 && only?.facts.values?.length === 1;
  };
  const literals = [...properties].filter(([, property]) => isLiteral(property));
  if (depth > 0) {
    const shown = depth > 1 ? [] : literals.slice(0, MAX_MEMBERS / 2);
    return `{ ${shown.map(([name, { schema }]) => `${memberName(name)}: ${writeType(schema, side, 2)}; `).join("")}… }`;
  }
  const whole = writeMembers([...properties], side);
  if (!whole.endsWith(MORE)) return whole;
  return writeMembers([...literals, ...[...properties].filter(([, property]) => !isLiteral(property))], side);
}

/** The end of an object that has more members than are written. */
const MORE = "; … }";

/** An object at the top of a message: its first members, whole ones, as many as there is room for. */
function writeMembers(properties: readonly (readonly [string, Property])[], side: Side): string {
  const members = properties
    .slice(0, MAX_MEMBERS)
    .map(([name, { schema, required }]) => `${memberName(name)}${required ? "" : "?"}: ${writeType(schema, side, 1)}`);
  let shown = members.length;
  const text = () => `{ ${members.slice(0, shown).join("; ")}${properties.length > shown ? MORE : " }"}`;
  while (shown > 1 && text().length > MAX_LENGTH) shown--;
  return text();
}

/** Some members of an object; that there are others is shown. */
export function membersType(alternative: Alternative, isShown: (name: string) => boolean, side: Side): string {
  const { properties } = alternative.facts;
  const chosen = [...properties].filter(([name]) => isShown(name));
  if (chosen.length === 0) return properties.size === 0 ? "{}" : "{ … }";
  const text = writeMembers(chosen, side);
  return properties.size > chosen.length && !text.endsWith(MORE) ? text.replace(/ \}$/, MORE) : text;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** `Pet.name`, `Pet["x-name"]`: a member of a place. */
export function memberOf(place: string, name: string): string {
  const member = memberName(name);
  return cut(member === name ? `${place}.${name}` : `${place}[${member}]`, 200);
}
