import { type Model, refName, type Schema } from "@svc/model";
import { changedSchemas } from "./changed-schemas.ts";

const REFERENCE = "#/components/schemas/";

/**
 * Tells schemas of two models that are the same all the way down, of which most documents of a succession consist: written
 * the same, in the same order, with references only to such.
 */
export function createSameness(old: Model, now: Model): (before: Schema, after: Schema) => boolean {
  const changed = changedSchemas(old, now);
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  const [before, after] = ["old", "new"].map((side) =>
    createNumbering(numberOf, (text) => (isChangedReference(text, changed) ? `${side} ${text}` : text)),
  ) as [Numbering, Numbering];
  return (a, b) => before(a) === after(b);
}

function isChangedReference(text: string, changed: ReadonlySet<string>): boolean {
  return text.startsWith(REFERENCE) && changed.has(refName(text));
}

type Numbering = (value: unknown) => number;

/** A number for each value, the same for the same value: its text, with the numbers of what is in it. */
function createNumbering(numberOf: (text: string) => number, textOf: (text: string) => string): Numbering {
  const numbers = new WeakMap<object, number>();
  const find: Numbering = (value) => {
    if (typeof value === "string") return numberOf(JSON.stringify(textOf(value)));
    if (typeof value !== "object" || value === null) return numberOf(String(value));
    const made = numbers.get(value);
    if (made !== undefined) return made;
    const isList = Array.isArray(value);
    let text = isList ? "[" : "{";
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) text += `${isList ? "" : JSON.stringify(key)}${find(item)},`;
    const number = numberOf(text);
    numbers.set(value, number);
    return number;
  };
  return find;
}
